"""What DuckDB takes from a sample of rows is taken from all of them: types of Python objects, keys of JSON."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from written import put_lines

import evalsql
from evalsql import InputError

ROWS = 5000
PLACE = 2501  # of every fifth row, which DuckDB looks at, not one
DOCS = [f"d{number}" for number in range(ROWS)]


def objects(fill: Any, other: Any) -> pd.Series:
    """A column of Python objects, all alike but for one."""
    values = list(fill) if isinstance(fill, range) else [fill] * ROWS
    values[PLACE] = other
    return pd.Series(values, dtype=object)


def frame(**columns: Any) -> pd.DataFrame:
    """A run of one query, of which some columns are others."""
    return pd.DataFrame({"query_id": ["q"] * ROWS, "doc_id": DOCS, "score": range(ROWS), **columns})


def value(runs: Any, qrels: Any, measure: str) -> float:
    """The value of a measure of the one query."""
    ((_, _, _, found),) = evalsql.evaluate(runs, qrels, measure).fetchall()
    return found


@pytest.mark.parametrize(
    ("fill", "other"),
    [(0, 0.4), (0, 2**40), (0, 2**80), (0.5, 7), (Decimal("1.5"), Decimal("1.51")), (Decimal("1.5"), 2), (0, "0.4")],
)
def test_a_score_may_be_of_another_type_than_those_before(fill: Any, other: Any) -> None:
    assert value(frame(score=objects(fill, other)), {"q": {DOCS[PLACE]: 1}}, "RR") == 1


@pytest.mark.parametrize(("fill", "other", "dcg"), [(1, 2.6, 2.6), (1, Decimal("2.6"), 2.6), (1.5, 3, 3.0)])
def test_so_may_relevance(fill: Any, other: Any, dcg: float) -> None:
    qrels = frame().drop(columns="score").assign(relevance=objects(fill, other))
    assert value({"q": {DOCS[PLACE]: 1.0}}, qrels, "DCG") == dcg


@pytest.mark.parametrize(
    ("fill", "other", "judged"),
    [(range(ROWS), "007", "007"), (range(ROWS), "x", "x"), (range(ROWS), 100000.5, "100000.5")],
)
def test_so_may_ids(fill: Any, other: Any, judged: str) -> None:
    assert value(frame(doc_id=objects(fill, other)), {"q": {judged: 1}}, "RR") == 1 / (ROWS - PLACE)


@pytest.mark.parametrize("fill", [1, 1.5])
def test_true_is_no_number_wherever_it_stands(fill: float) -> None:
    with pytest.raises(InputError, match=f"row {PLACE + 1}: score is 'True'; a number was expected"):
        evalsql.evaluate(frame(score=objects(fill, True)), {"q": {"d1": 1}}, "RR")


@pytest.mark.parametrize("fill", [1, 1.5, Decimal("1.5"), "1"])
@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_a_missing_number_is_said_wherever_it_stands(fill: Any, missing: Any) -> None:
    with pytest.raises(InputError, match=f"row {PLACE + 1}: score is "):
        evalsql.evaluate(frame(score=objects(fill, missing)), {"q": {"d1": 1}}, "RR")


def test_a_users_frame_is_left_as_it_was() -> None:
    given = frame(score=objects(0, 0.4))
    before = given.copy()
    evalsql.evaluate(given, {"q": {"d1": 1}}, "RR")
    pd.testing.assert_frame_equal(given, before)


def test_ids_of_bytes_are_their_text() -> None:
    run = {"q": {b"a": 1.0, b"b": 0.5}}
    assert value(run, {"q": {"b": 1}}, "RR") == 0.5
    with pytest.raises(InputError, match=r"doc_id is b'.xff', which is no text in UTF-8"):
        evalsql.evaluate({"q": {b"\xff": 1.0}}, {"q": {"b": 1}}, "RR")


BEFORE = 20_480  # records that DuckDB looks at


@pytest.mark.parametrize("reverse", [False, True])
def test_a_key_of_json_counts_wherever_it_first_stands(tmp_path: Path, reverse: bool) -> None:
    records = [{"query_id": "q", "doc_id": f"d{number}", "relevance": 0} for number in range(BEFORE)]
    records.append({"query_id": "q", "doc_id": "b", "relevance": 1, "gain": 100})
    lines = [json.dumps(each) for each in (reversed(records) if reverse else records)]
    assert value({"q": {"b": 1.0}}, str(put_lines(tmp_path / "q.jsonl", *lines)), "DCG") == 100
    assert value({"q": {"b": 1.0}}, str(put_lines(tmp_path / "q.json", f"[{','.join(lines)}]")), "DCG") == 100


def test_a_run_named_in_few_records_of_json_is_not_passed_over(tmp_path: Path) -> None:
    records = [{"query_id": "q", "doc_id": f"d{number}", "score": number} for number in range(BEFORE)]
    lines = [json.dumps(each) for each in (*records, {"query_id": "q", "doc_id": "b", "score": 1, "run": "second"})]
    with pytest.raises(InputError, match="record 1: run is null"):
        evalsql.evaluate(str(put_lines(tmp_path / "r.jsonl", *lines)), {"q": {"b": 1}}, "RR")
