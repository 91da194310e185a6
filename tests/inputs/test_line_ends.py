"""Lines of TREC text end in a line feed, in both, or in a carriage return; not now in one and now in another."""

from itertools import product
from pathlib import Path

import duckdb
import plain_reading
import pytest

import evalsql
from evalsql import InputError
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone

ROWS = {
    "runs": ["q1 Q0 d1 1 3 x", "q1 Q0 d2 2 2 x", "q2 Q0 d3 1 1 x"],
    "qrels": ["q1 0 d1 1", "q1 0 d2 0", "q2 0 d3 2"],
}
BAD = {"runs": "q3 Q0 d4 1 two x", "qrels": "q3 0 d4 two"}
BEFORE, BETWEEN, BEHIND = ("", " ", "\t"), (" ", "\t", "  ", " \t"), ("", " ", "\t", "  ", "\t ")


def texts_of(rows: list[str]) -> list[str]:
    """Files of these lines, one of them with each mixture of blanks, a blank line, and each end of lines."""
    texts = []
    for number, (before, between, behind, end, last) in enumerate(
        product(BEFORE, BETWEEN, BEHIND, ("\n", "\r\n", "\r"), (True, False))
    ):
        lines = [*rows]
        lines[-1 - number % 2] = before + between.join(lines[-1 - number % 2].split(" ")) + behind
        lines.insert(number % len(rows), BEHIND[number % len(BEHIND)])
        texts.append(end.join(lines) + (end if last else ""))
    return texts


@pytest.mark.parametrize("kind", ["runs", "qrels"])
def test_blanks_around_words_are_nothing(tmp_path: Path, kind: views.Kind) -> None:
    connection, texts, paths = duckdb.connect(), texts_of(ROWS[kind]), []
    for place, text in enumerate(texts):
        paths.append(tmp_path / f"{place}.txt")
        paths[-1].write_bytes(text.encode())
    sources = views.read(connection, paths, kind, tmp_path)
    number = "score" if kind == "runs" else "relevance"
    found = connection.execute(f"select file, query_id, doc_id, {number} from evalsql_{kind} order by file, row")
    expected = [(str(path), *row[1:]) for path, text in zip(paths, texts, strict=True) for row in trec(kind, text)]
    assert found.fetchall() == sorted(expected, key=lambda row: row[0])
    allowed = {"run in two files", "judged twice"}  # each file has the same rows
    assert {problem.kind for problem in problems_alone(connection, kind, sources)} <= allowed


def trec(kind: str, text: str) -> list[plain_reading.Read]:
    """The rows of a text, read by Python alone."""
    found = plain_reading.trec(kind, text)
    assert len(found) == 3
    return found


@pytest.mark.parametrize("kind", ["runs", "qrels"])
def test_a_bad_line_is_found_again_whatever_blanks_it_has(tmp_path: Path, kind: views.Kind) -> None:
    expected = {}
    for place, text in enumerate(texts_of([*ROWS[kind], BAD[kind]])[::3]):
        path = tmp_path / f"{place}.txt"
        path.write_bytes(text.encode())
        (line,) = [number for number, line in enumerate(text.splitlines(), start=1) if "two" in line]
        expected[path] = f"{path}, line {line}: "
    connection = duckdb.connect()
    sources = views.read(connection, [*expected], kind, tmp_path)
    said = sorted(each.text for each in problems_alone(connection, kind, sources) if each.kind == f"bad {kind}")
    assert [text.partition(": ")[0] + ": " for text in said] == sorted(expected.values())


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("behind", ["", " ", "\t"])
def test_a_sample_and_preferences_are_known_whatever_ends_their_lines(tmp_path: Path, end: str, behind: str) -> None:
    sample, preferred = tmp_path / "sample.txt", tmp_path / "preferred.txt"
    lines = ["q1 0 d1 1 1", "q1 0 d2 1 -1", "q2 0 d3 2 0"]
    sample.write_bytes("".join(line + behind + end for line in lines).encode())
    preferred.write_bytes("".join(line + behind + end for line in ["q1 s g d1 1", "q1 s g d2 3"]).encode())
    found = [views.read(duckdb.connect(), path, "qrels", tmp_path)[0].columns for path in (sample, preferred)]
    assert ["stratum" in found[0], "subgroup" in found[1]] == [True, True]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("q1 0 d1 1\r\nq1 0 d2 2\rq1 0 d3 0\r\n", 2),
        ("q1 0 d1 1\rq1 0 d2 2\r\n", 1),
        ("q1 0 d1 1\r\r\nq1 0 d2 2\r\r\n", 1),
        ("q1 0 d1 1\nq1 0 d2 2\r\nq1 0 d3 0\r1e400", 3),
    ],
)
def test_a_carriage_return_alone_among_ends_of_windows_is_refused(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "qrels.txt"
    path.write_bytes(text.encode())  # of which DuckDB would drop a letter behind it
    with pytest.raises(InputError, match=f"qrels.txt, line {line}: holds a carriage return without a line feed"):
        evalsql.describe(path)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_each_end_of_a_line_is_one(tmp_path: Path, end: str) -> None:
    path = tmp_path / "qrels.txt"
    path.write_bytes(end.join(["q1 0 d1 1", "q2 0 d1 0", "q2 0 d2 1", ""]).encode())
    runs = {"q1": {"d1": 1}, "q2": {"d1": 1}}
    assert [(query, value) for _, query, _, value in evalsql.evaluate(runs, path, "P@1").fetchall()] == [
        ("q1", 1.0),
        ("q2", 0.0),
    ]
