"""The witness that readers are held to, and the law: each must be able to find something wrong."""

import duckdb
import plain_reading
import pytest
import readers
from odd_texts import Text
from plain_reading import UnreadableError

ROW = '{"query_id": "q", "doc_id": "d", "score": 1}'


def text(name: str, content: str) -> Text:
    return Text("runs", name, content.encode(), sound=True)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.run", "# a comment\nq Q0 d 1 1 #x\n"),
        ("a.csv", "query_id,doc_id,score\nq,d,1\n"),
        ("a.jsonl", ROW),
        ("a.json", f"[{ROW}]"),
        ("a.json", '{"q": {"d": 1}}'),
    ],
)
def test_every_form_is_read(name: str, content: str) -> None:
    assert plain_reading.read(text(name, content)) == [(None, "q", "d", 1.0)]


def test_values_that_stand_one_behind_the_other_are_all_read() -> None:
    other = ROW.replace('"d"', '"e"')
    found = plain_reading.read(text("a.jsonl", f"{ROW}\n{other}\n"))
    assert [doc for _, _, doc, _ in found] == ["d", "e"]
    assert plain_reading.stream('1 {"a": 2}') == ["1", {"a": "2"}]


@pytest.mark.parametrize("letter", ["\\u0000", "\\ud800", "\\udabc", "\\udfff"])
def test_an_id_that_is_no_text_is_not_read(letter: str) -> None:
    with pytest.raises(UnreadableError, match="an id that is no text"):
        plain_reading.read(text("a.jsonl", ROW.replace('"d"', f'"{letter}"')))


@pytest.mark.parametrize("letter", ["\\ud7ff", "\\ue000"])
def test_letters_beside_halves_of_letters_are_read(letter: str) -> None:
    assert len(plain_reading.read(text("a.jsonl", ROW.replace('"d"', f'"{letter}"')))) == 1


def test_each_violation_is_said(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection, sound = duckdb.connect(), text("a.jsonl", ROW)
    assert readers.violation(connection, tmp_path, sound) is None

    def fails(*given: object) -> list:
        raise RuntimeError("no rows")

    monkeypatch.setattr(readers, "read", fails)
    assert readers.violation(connection, tmp_path, sound) == ("RuntimeError", "no rows")
    monkeypatch.setattr(readers, "read", lambda *given: [(None, "q", "e", 1.0)])
    assert readers.violation(connection, tmp_path, sound)[0] == "read otherwise"  # pyright: ignore[reportOptionalSubscript]
