"""What DuckDB's reader of JSON passes over is refused: commas before an end, and ids that are lists or objects."""

import sys
from pathlib import Path

import pytest
from written import put

from evalsql import InputError, evaluate

FIRST = '{"query_id": "q1", "doc_id": "d1", "score": 3}\n'
JUDGED = {"q1": {"d1": 1}}


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ('{"query_id": "q1", "doc_id": "d2", "score": 2,}', 2),
        ('{"query_id": "q1", "doc_id": "d2", "score": 2 ,\t}', 2),
        ('{"query_id": "q1",\n"doc_id": "d2",\n"score": 2,\n}', 4 if sys.version_info >= (3, 13) else 5),
        ('{"query_id": "q1", "doc_id": "d2", "score": 2, "more": [1, ]}', 2),
    ],
)
def test_a_comma_before_an_end(tmp_path: Path, record: str, line: int) -> None:
    with pytest.raises(InputError, match=f"r.jsonl, line {line}: not JSON: "):
        evaluate(put(tmp_path / "r.jsonl", f"{FIRST}{record}\n"), JUDGED, "AP")


@pytest.mark.parametrize("value", ['["d2"]', '  {"id": "d2"}', "\t[ ]"])
@pytest.mark.parametrize("column", ["query_id", "doc_id"])
def test_an_id_that_is_a_list_or_an_object(tmp_path: Path, column: str, value: str) -> None:
    ids = {"query_id": '"q1"', "doc_id": '"d2"', column: value}
    record = f'{{"query_id":{ids["query_id"]}, "doc_id":{ids["doc_id"]}, "score": 2}}\n'
    with pytest.raises(InputError, match=f"r.jsonl, record 2: {column} is .*, a list or an object; a text or a number"):
        evaluate(put(tmp_path / "r.jsonl", FIRST + record), JUDGED, "AP")


def test_texts_that_look_so_and_what_is_not_read_are_taken(tmp_path: Path) -> None:
    odd = '{"query_id": "q1", "doc_id": "[d2]", "score": 2, "more": {"a": [1, {"b": ",}"}]}}\n'
    run = put(tmp_path / "r.jsonl", FIRST + odd)
    assert evaluate(run, {"q1": {"[d2]": 1}}, "RR").fetchall() == [("r", "q1", "RR", 0.5)]


def test_a_comma_is_found_at_the_end_of_what_is_read_at_once(tmp_path: Path) -> None:
    start, end = '{"query_id": "q1", "doc_id": "', '", "score": 2,'
    whole = FIRST + start + "x" * ((1 << 20) - len(FIRST + start + end)) + end  # a comma is the last byte of a part
    with pytest.raises(InputError, match="line 2: not JSON"):
        evaluate(put(tmp_path / "r.jsonl", whole + "}\n"), JUDGED, "AP")
