"""Tables that are printed: their widths and forms."""

import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import pytest
from command import TRACK
from hypothesis import example, given
from hypothesis import strategies as st
from in_process import invoke, output, refusal
from written import put

from evalsql import cli, words
from evalsql.cli import printing, tables
from evalsql.cli.options import make_folder
from evalsql.errors import InputError

NAMES = ["ielab-prf.2query.v3", "ielab-prf.recency", "run1", "TU_Vienna_TKL_1", "TU_Vienna_TKL_2"]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Prints a table on a terminal that is so wide, and gives its lines."""

    def printed(most: int, *table, **how) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(most))
        monkeypatch.setenv("TERM", "dumb")
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        printing.print_columns(*table, **how)
        lines = capsys.readouterr().out.splitlines()
        assert all(words.width(line.rstrip()) <= most for line in lines)
        return [line.rstrip() for line in lines]

    return printed


def test_a_table_that_fits_is_left_as_it_is(terminal) -> None:
    assert terminal(80, ["run", "AP"], [["run1", "0.5"]], texts=1) == ["run    AP", "run1  0.5"]


def test_long_names_fold_into_more_lines(terminal) -> None:
    table = (["run", "nDCG@10", "AP@1000"], [[name, "0.5", "0.25"] for name in NAMES])
    assert [line.split()[0] for line in terminal(40, *table, texts=1)[1:]] == NAMES
    lines = terminal(30, *table, texts=1)
    assert lines[:3] == ["run           nDCG@10  AP@1000", "ielab-prf.2q      0.5     0.25", "uery.v3"]
    assert "".join(line.split()[0] for line in lines[1:]) == "".join(NAMES)


def test_names_that_differ_in_the_middle_are_not_shortened_to_the_same() -> None:
    names = ["submission-a-of-the-team", "submission-b-of-the-team"]
    short = words.shortened(names, 12)
    assert len(set(short)) == 2
    assert words.shortened(["x" * 30, "x" * 30], 12) == ["xxxxxx…xxxxx"] * 2
    assert words.shortened(["short"], 12) == ["short"]


def test_headings_of_numbers_fold_too(terminal) -> None:
    header = ["run", *(f"measure{number}" for number in range(5))]
    lines = terminal(50, header, [[name, *("0.1234" for _ in range(5))] for name in ("a", "b")], texts=1)
    assert [line.split() for line in lines[2:]] == [["a", *["0.1234"] * 5], ["b", *["0.1234"] * 5]]
    lines = terminal(60, ["rank", *NAMES], [["1", *("0.1234" for _ in NAMES)]], texts=0)
    assert lines[-1].split() == ["1", *["0.1234"] * 5]
    assert lines[0].split() == ["ielab-prf"]


def test_no_number_is_cut_off_on_the_narrowest_terminal(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "20")
    printing.print_columns(["run", "one", "two", "three"], [["a name", "0.1234", "0.5678", "0.9012"]], texts=1)
    assert {"0.1234", "0.5678", "0.9012"} <= {*capsys.readouterr().out.split()}


def test_sentences_break_between_words_on_a_terminal_alone(monkeypatch, capsys) -> None:
    text = "Means over 50 judged queries; 2 run/query pairs without results.\n  formula of a metric that is long"
    printing.say(text)
    assert capsys.readouterr().out == text + "\n"
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    printing.say(text)
    folded = "Means over 50 judged queries; 2\nrun/query pairs without results.\n  formula of a metric that is long\n"
    assert capsys.readouterr().out == folded


def test_a_terminal_shows_as_many_rows_as_can_be_looked_at(monkeypatch, capsys) -> None:
    rows = [[f"run{number}", "0.5"] for number in range(60)]
    printing.print_top(["run", "AP"], rows, 1, None, "run")
    assert len(capsys.readouterr().out.splitlines()) == 61
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    printing.print_top(["run", "AP"], rows, 1, None, "run")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 52
    assert lines[-1] == "... 10 more runs; --top 60 shows all"
    printing.print_top(["run", "AP"], rows, 1, 59, "run")
    assert capsys.readouterr().out.splitlines()[-1] == "... 1 more run; --top 60 shows all"


def long_a_leaderboard_is_in_the_order_and_as_long_as_asked() -> None:
    asked = ("-m", "RR", "-m", "P@10", "-m", "R@100", "--sort", "R@100", "--top", "2")
    lines = output("evaluate", *TRACK, *asked).split("\n")
    assert [line.split()[0] for line in lines[1:3]] == ["dense+bm25", "colbert"]
    assert lines[3] == "... 10 more runs; --top 12 shows all"
    by_name = output("evaluate", *TRACK, "-m", "AP", "--sort", "run", "--format", "csv").splitlines()[1:]
    assert by_name == sorted(by_name, key=lambda line: line.partition(",")[0])
    worst = output("evaluate", *TRACK, "-m", "AP", "-m", "RBP_residual", "--sort", "RBP_residual").splitlines()
    residuals = [float(line.split()[2].rstrip("^")) for line in worst[1:13]]
    assert residuals == sorted(residuals)


def test_what_check_finds_is_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "terminal_width", lambda stream: 80)
    *lines, counted = invoke("check", *TRACK, "--where", "nope = 1").stdout.splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80
    assert 'Referenced column "nope" not found' in " ".join(lines)
    assert counted == "1 error, 0 warnings"


@pytest.mark.parametrize(
    ("form", "option"), [("csv", ["--decimals", "2"]), ("json", ["--ranges"]), ("trec", ["--top", "2"])]
)
def test_options_of_tables_have_no_effect_elsewhere(form: str, option: list[str]) -> None:
    done, plain = (invoke("evaluate", *TRACK, "-m", "AP", "--format", form, *more) for more in (option, []))
    assert done.stdout == plain.stdout
    assert f"evalsql: {option[0]} has no effect with --format {form}" in done.stderr


def test_one_measure_that_is_computed_sorts() -> None:
    for text in ("nDCG@10 AP", "RR"):
        said = f"--sort takes run or one of the measures, nDCG@10 or AP, not {text!r}"
        assert said in refusal("evaluate", *TRACK, "-m", "nDCG@10", "-m", "AP", "--sort", text)
    said = "--sort takes run or one of the measures, AP, not 'RR'"
    assert said in refusal("evaluate", *TRACK, "-m", "AP", "--sort", "RR")


def test_counts_are_said_once() -> None:
    printed = output("evaluate", *TRACK, "-m", "NumRet,AP,NumRel", "--ci", "student")
    assert "NumRet, NumRel: added up over the queries.\n" in printed
    assert len(re.findall(r" 0\.\d{4}\^? +\u00b1\.\d{4} ", printed)) == 12


def test_runs_that_are_called_alike_are_said_first() -> None:
    nine = [f"run{each}" for each in range(9)]
    for name, runs, first in (
        ("runs/run7.run", nine, "run7, "),
        ("C:\\runs\\run7.run", nine, "run7, "),
        ("other", nine, "run0, run1, run2, run3, run4, ..."),
        ("run2", ["run1", "run3"], "run1, run3"),
    ):
        assert words.first_like(name, runs).startswith(first)
        assert len(words.first_like(name, runs).split(", ")) == min(len(runs), 6)


def test_a_refusal_fits_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    why = "missing --qrels, the judgments, as in 'evalsql evaluate'"
    for terminal, said in (
        (True, "evalsql: missing --qrels, the judgments,\nas in 'evalsql evaluate'\n"),
        (False, f"evalsql: {why}\n"),
    ):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal, raising=False)
        with pytest.raises(SystemExit):
            cli.refuse(why)
        assert capsys.readouterr().err == said


def test_the_page_of_a_metric_fits_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from evalsql.catalog.listing import metrics
    from evalsql.cli.commands.metrics import facts, parameter_lines

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for metric in metrics().values():
        lines = "\n".join((facts(metric), *(parameter_lines(metric) if metric.parameters else ()))).split("\n")
        assert all(words.width(line) <= 80 or " " not in line.strip() for line in lines), metric.name
    assert "\n" in next(parameter_lines(metrics()["alpha_nDCG"]))


def test_a_comparison_of_many_runs_says_how_many_pairs_differ_and_what_all_say_together(tmp_path: Path) -> None:
    # r0 to r3 are alike, and r4 to r8 are half above them: 4 * 5 pairs of 36 differ
    scores = [
        f"r{run},q{query},AP,{(0.2 if run < 4 else 0.7) + 0.01 * ((run * 7 + query * 3) % 5)}"
        for run in range(9)
        for query in range(8)
    ]
    path = put(tmp_path / "scores.csv", ["run,query_id,metric,value", *scores])
    queries = put(tmp_path / "queries.csv", ["query_id,half", *(f"q{n},{'one' if n < 4 else 'two'}" for n in range(8))])
    plain = output("compare", path)
    assert "\n20 of 36 pairs differ; --format csv or -o lists them.\n" in plain
    together = r"AP, all runs together: analysis of variance [\d.]+ \(8, 56\), p .*; Friedman's test [\d.]+ \(8\), p "
    assert re.search(together, plain)
    sliced = output("compare", path, "--slices", queries, "--baseline", "r0")
    assert "Whether differences depend on the slice" in sliced
    assert re.search(r"half +all runs +[\d.]+ +8, 48 ", sliced)
    assert "half: one (4~)" in sliced.split("where runs lose most")[1]
    lettered = output("compare", path, "--letters", "--format", "markdown").splitlines()
    assert lettered[:2] == ["| # | run | AP |", "|---|---|---:|"]
    assert output("compare", path, "--baseline", "r0", "--format", "markdown").splitlines()[1] == "|---|---:|"


def long_the_measure_to_sort_by_is_read_under_the_convention() -> None:
    given = ("evaluate", *TRACK, "-m", "nDCG@10", "-m", "AP@5", "--convention", "ntcireval", "--format", "csv")
    assert output(*given, "--sort", "nDCG@10") == output(*given)


def test_letters_are_those_of_all_runs() -> None:
    given = ("compare", *TRACK, "-m", "AP", "--format", "latex", "--letters", "--top", "3")
    assert "do not go together" in refusal(*given)


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
def long_a_plain_table_is_what_rich_prints_without_style(table):
    header, rows, texts = table
    header, *rows = [[*map(words.one_line, row)] for row in (header, *rows)]
    printed = io.StringIO()
    with redirect_stdout(printed):
        printing.print_styled(header, rows, texts, err=False)
    assert "".join(printing.plain_lines([header, *rows], texts)) == printed.getvalue()


def test_a_table_on_a_terminal_has_its_best_in_bold_if_it_is_not_too_large(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(printing, "STYLED", 4)
    rows = [["a", "0.5^"], ["b", "0.2 "]]
    printing.print_columns(["run", "AP "], rows, texts=1)
    assert "\x1b[1m" in capsys.readouterr().out
    printing.print_columns(["run", "AP "], [*rows, ["c", "0.1 "]], texts=1)
    assert capsys.readouterr().out == "run    AP\na    0.5^\nb     0.2\nc     0.1\n"


def test_a_closed_output_is_no_terminal():
    assert not printing.may_be_styled(None)


def test_a_narrow_terminal_does_without_columns_that_a_table_can_spare(monkeypatch, capsys) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    row = {"run": "a long name", "diff": 0.5, "d": 1.5, "%": 2.5, "p": 0.01}
    table = tables.Table([row], {name: f"{name}:.2f" if name != "run" else name for name in row}, spare=("d", "%"))
    for most, headings in {50: "run diff d % p", 31: "run diff % p", 25: "run diff p", 20: "run diff p"}.items():
        monkeypatch.setenv("COLUMNS", str(most))
        tables.show([table], "table")
        assert capsys.readouterr().out.splitlines()[0].split() == headings.split()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    tables.show([table], "table")
    assert capsys.readouterr().out.splitlines()[0].split() == [*row]


@pytest.mark.parametrize("form", ["table", "markdown", "csv"])
def test_a_measure_is_called_as_it_was_typed(form: str) -> None:
    asked = ("-m", "MAP, RBP(p=0.8)", "-m", "mrr", "-m", "ndcg_cut_10")
    header = output("evaluate", *TRACK, *asked, "--format", form).splitlines()[0]
    assert [name for name in re.split(r"[\s|,]+", header) if name] == ["run", "MAP", "RBP(p=0.8)", "mrr", "ndcg_cut_10"]
    # not where the line says more of it
    assert "AP(rel=2)" in output("evaluate", *TRACK, "-m", "MAP", "--rel", "2", "--format", form).splitlines()[0]


def test_daggers_and_greek_letters_in_latex() -> None:
    asked = ("-m", "AP", "--baseline", "ql", "--format", "latex", "--mark", "dagger")
    lines = output("compare", *TRACK, *asked).splitlines()
    assert lines[0] == r"% needs \usepackage{booktabs}"
    assert lines[3].startswith(r"\caption{\dag{} and \ddag{}: significantly better and worse than ql")
    assert any(r"$^{\dag{}}$" in line for line in lines)
    written = {"alpha_nDCG@10": r"$\alpha$-nDCG@10", "alpha-nDCG": r"$\alpha$-nDCG", "\u03b1DCG": r"$\alpha$DCG"}
    for name, text in (written | {"alpha_run": r"alpha\_run"}).items():
        assert f"run & {text} " in tables.latex_table(["run", name], [], 1, "", "")


def test_the_folder_of_a_file_is_there_or_made_or_refused(tmp_path: Path) -> None:
    asked, unasked, without = (SimpleNamespace(params=params) for params in ({"mkdir": True}, {"mkdir": False}, {}))
    for context in (asked, asked, unasked):  # once made, it is there
        make_folder(context, tmp_path / "x" / "y" / "s.csv")
        assert (tmp_path / "x" / "y").is_dir()
    with pytest.raises(InputError, match=r"s.csv: there is no folder .*z; --mkdir makes it$"):
        make_folder(unasked, tmp_path / "z" / "s.csv")
    for context, path in ((without, tmp_path / "z" / "s.csv"), (unasked, Path("s3://z/s.csv"))):
        make_folder(context, path)  # what is written there says it
    with pytest.raises(InputError, match=r"s.csv: its folder cannot be made: (Not a directory|File exists)$"):
        make_folder(asked, put(tmp_path / "f", "") / "g" / "s.csv")


def long_the_folder_of_a_file_is_made_if_that_is_asked(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("evaluate", *TRACK, "-m", "AP", "--mkdir")
    assert invoke(*asked, "-o", "x/y/s.csv", "--plot", "u/v.svg").exit_code == 0
    assert all((tmp_path / each).is_file() for each in ("x/y/s.csv", "u/v.svg"))
    assert "there is no folder z" in refusal("evaluate", *TRACK, "-o", "z/s.csv")
    (tmp_path / "f").write_text("")
    assert "its folder cannot be made" in refusal(*asked, "-o", "f/g/s.csv")
