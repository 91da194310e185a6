"""Lines of TREC text end in a line feed, in both, or in a carriage return; not now in one and now in another."""

from pathlib import Path

import pytest

import evalsql
from evalsql import InputError


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
