"""The chart of distributions: its quartiles, and what is drawn of each query."""

import numpy as np
import pytest
from pictures import drawn, scores_of

from evalsql import charts

RUNS = {"good": [0.9, 0.35, 0.8, 0.6, 0.55], "poor": [0.1, 0.3, 0.8, 0.0, 0.2]}


def test_the_boxes_are_of_quartiles():
    boxes = {row["run"]: row for row in drawn(charts.distributions(scores_of(RUNS))) if "median" in row}
    assert list(boxes) == ["good", "poor"]
    for run, values in RUNS.items():
        names = ("lowest", "lower_quartile", "median", "upper_quartile", "highest")
        assert [boxes[run][name] for name in names] == pytest.approx(np.quantile(values, [0, 0.25, 0.5, 0.75, 1]))
        assert boxes[run]["mean"] == pytest.approx(np.mean(values))


def test_each_query_is_a_point_unless_there_are_too_many(monkeypatch):
    def points(chart):
        return sorted(row["value"] for row in drawn(chart) if "median" not in row)

    assert points(charts.distributions(scores_of(RUNS))) == sorted(RUNS["good"] + RUNS["poor"])
    monkeypatch.setitem(charts.distributions.__globals__, "MOST_POINTS", 9)
    assert points(charts.distributions(scores_of(RUNS))) == []
