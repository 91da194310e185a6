"""The charts of pools: scores by depth, how far they move, and the orderings of samples."""

import pytest
from pictures import drawn

import evalsql
from evalsql import charts

RUNS = {
    "one": {"q1": {"d1": 3, "d2": 2, "x1": 1}, "q2": {"e1": 2, "e2": 1}},
    "two": {"q1": {"x1": 3, "d3": 2, "d1": 1}, "q2": {"e3": 2, "e1": 1}},
}
QRELS = {"q1": {"d1": 1, "d2": 1, "d3": 1, "x1": 0}, "q2": {"e1": 1, "e2": 0, "e3": 1}}


def test_lines_are_scores_by_depth_and_by_all_judgments():
    found = evalsql.pool(RUNS, QRELS, ["P@2", "AP"], depth=[1, 2])
    chart = charts.pool(found)
    rows = {(row["line"], row["depth"]): row["y"] for row in drawn(chart) if "line" in row}
    # of the pool of depth 1 are d1, x1, e1 and e3
    assert rows == pytest.approx(
        {
            ("one", 1): 0.5,
            ("one", 2): 0.75,
            ("one", None): 0.75,
            ("two", 1): 0.5,
            ("two", 2): 0.75,
            ("two", None): 0.75,
        }
    )
    assert chart.to_dict()["title"]["text"] == ["P@2 by judgments from pools of different depth"]
    with pytest.raises(evalsql.InputError, match="nothing of RBP to draw; there is of P@2 or AP"):
        charts.pool(found, "RBP")


def test_one_pool_shows_how_far_each_run_moves():
    found = evalsql.leave_out(RUNS, QRELS, "P@2", depth=1)
    rows = {row["run"]: (row["score"], row["pooled"]) for row in drawn(charts.moved(found))}
    assert rows == {row[0]: row[1:] for row in found["runs"].project("run, score, pooled").fetchall()}
    with pytest.raises(evalsql.InputError, match="lacks depth"):
        charts.pool(found)


def test_samples_are_counted_by_their_tau():
    found = evalsql.subsample(RUNS, QRELS, "AP", queries=1, times=5)
    rows = drawn(charts.samples(found))
    assert sum(row["samples"] for row in rows if "tau" in row) == 5
    assert {row["tau"] for row in rows if "tau" in row} <= {-1, 1}
