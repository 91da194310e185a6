"""Tables look alike whether Rich prints them, as on a terminal, or they are printed plain, as all large ones are."""

import io
from contextlib import redirect_stdout

from hypothesis import example, given
from hypothesis import strategies as st

from evalsql.cli.show import tables

LETTER = st.sampled_from([*"ab01.-+* ", "é", "e\u0301", "日", "本", "\t", "\n", "\u200d", "👍", "\x1b"])
CELL = st.lists(LETTER, max_size=7).map("".join)


@st.composite
def some_tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]], int]:
    columns = draw(st.integers(1, 4))
    row = st.lists(CELL, min_size=columns, max_size=columns)
    return draw(row), draw(st.lists(row, max_size=5)), draw(st.integers(0, columns))


@given(some_tables())
@example((["run", "AP "], [["a", "0.1 "], ["日本", "0.25*"]], 1))
@example((["", ""], [["", ""]], 1))
def test_a_plain_table_is_what_rich_prints_without_style(table):
    header, rows, texts = table
    printed = io.StringIO()
    with redirect_stdout(printed):
        tables.print_styled(header, rows, texts, err=False)
    assert "".join(tables.plain_lines([header, *rows], texts)) == printed.getvalue()


def test_a_table_on_a_terminal_has_its_best_in_bold_if_it_is_not_too_large(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(tables, "STYLED", 4)
    rows = [["a", "0.5^"], ["b", "0.2 "]]
    tables.print_columns(["run", "AP "], rows, texts=1)
    assert "\x1b[1m" in capsys.readouterr().out
    tables.print_columns(["run", "AP "], [*rows, ["c", "0.1 "]], texts=1)
    assert capsys.readouterr().out == "run    AP\na    0.5^\nb     0.2\nc     0.1\n"


def test_a_closed_output_is_no_terminal():
    assert not tables.may_be_styled(None)
