"""The chart of a database's evaluations: values by evaluation, and crosses where something is worse."""

import pyarrow as pa
import pytest
from pictures import drawn

import evalsql
from evalsql import charts

TIME = "2026-01-01 00:00:00"


def noted(*values: tuple[int, str | None, str, float]) -> pa.Table:
    rows = [
        {
            "evaluation": number,
            "evaluated_at": TIME,
            "label": label,
            "git_commit": "0123456789",
            "metric": "AP",
            "run": run,
            "value": value,
        }
        for number, label, run, value in values
    ]
    return pa.Table.from_pylist(rows)


FALL = {"metric": "AP", "evaluation": 2, "run": "a", "against": "before and best", "regression": True}
WORSE = pa.Table.from_pylist([FALL, FALL | {"run": "b", "regression": False}])


def test_each_run_has_a_line_and_a_cross_where_it_is_worse():
    log = noted((2, "new", "a", 0.3), (2, "new", "b", 0.5), (1, "old", "a", 0.6), (1, "old", "b", 0.4))
    rows = [row for row in drawn(charts.history({"log": log, "regressions": WORSE}, by_run=True)) if "line" in row]
    assert [(row["line"], row["x"], row["y"]) for row in rows if row["fall"] is None] == [
        ("a", "old", 0.6),
        ("b", "old", 0.4),
        ("b", "new", 0.5),
    ]
    assert {(row["line"], row["x"], row["fall"], row["against"]) for row in rows if row["fall"] is not None} == {
        ("a", "new", 0.3, "before and best")
    }


def test_evaluations_without_labels_have_their_numbers():
    log = noted((2, None, "a", 0.3), (1, "old", "a", 0.6))
    rows = [row for row in drawn(charts.history({"log": log, "regressions": WORSE.slice(0, 0)})) if "line" in row]
    assert [(row["line"], row["x"]) for row in rows] == [("the best run", "1 old"), ("the best run", "2")]
    with pytest.raises(evalsql.InputError, match="with regressions among them"):
        charts.history({"log": log})
