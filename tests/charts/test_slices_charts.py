"""The charts of slices: means by kind of query, and differences from a baseline with marks."""

import pyarrow as pa
import pytest
from pictures import drawn, scores_of

import evalsql
from evalsql import charts

SCORES = scores_of({"base": [0.5, 0.6, 0.1, 0.2], "new": [0.9, 0.8, 0.1, 0.1]})
KINDS = pa.table({"query_id": ["q0", "q1", "q2", "q3"], "kind": ["easy", "easy", "hard", "hard"]})
QUERIES = ("q0", "q1", "q2", "q3")
RUNS = {"one": {"q0": {"d": 1}, "q1": {"d": 1}, "q2": {"d": 1}}, "two": {"q0": {"x": 1}}}
QRELS = {query: {"d": 1} for query in QUERIES}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_cells_hold_the_means_of_each_slice():
    found = evalsql.evaluate(RUNS, QRELS, "P@1", slices=KINDS)
    rows = drawn(charts.slices(found))
    assert [(row["line"], row["column"], row["value"]) for row in rows] == [
        ("one", "easy (2)", 1),
        ("one", "hard (2)", 0.5),
        ("two", "easy (2)", 0),
        ("two", "hard (2)", 0),
    ]


def test_cells_hold_differences_and_marks_of_the_comparisons():
    found = evalsql.compare(SCORES, baseline="base", slices=KINDS)
    kept = found.project("coalesce(slice, 'all'), difference, significant").fetchall()
    rows = drawn(charts.slice_differences(found, "base"))
    assert {row["column"]: (row["value"], row["mark"]) for row in rows} == {
        f"{slice} ({4 if slice == 'all' else 2})": (difference, "*" if significant else "")
        for slice, difference, significant in kept
    }
    turned = drawn(charts.slice_differences(found, "new"))
    assert [row["value"] for row in turned] == [-row["value"] for row in rows]
    with pytest.raises(evalsql.InputError, match="no run was compared with other"):
        charts.slice_differences(found, "other")
