"""The chart of a leaderboard: its means and intervals, and how runs are told apart."""

import pyarrow as pa
import pytest
from pictures import drawn, scores_of
from scipy.stats import t

from evalsql import charts
from evalsql.charts.files import svg_of
from evalsql.errors import InputError

SCORES = scores_of({"good": [0.9, 0.7, 0.8], "poor": [0.1, 0.3, 0.8]})


def test_means_and_intervals_are_those_of_student():
    rows = drawn(charts.leaderboard(SCORES))
    assert [row["run"] for row in rows] == ["good", "poor"]
    assert [row["mean"] for row in rows] == pytest.approx([0.8, 0.4])
    low, high = t.interval(0.95, 2, loc=0.4, scale=(0.13 / 3) ** 0.5)
    assert (rows[1]["lower"], rows[1]["upper"]) == pytest.approx((low, high), abs=1e-12)


def test_of_many_runs_the_best_and_those_that_are_named_have_colours():
    many = scores_of({f"r{place:02}": [1 - place / 20] for place in range(13)})
    colours = {row["run"]: row["colour"] for row in drawn(charts.leaderboard(many, named=["r07"]))}
    grey = colours.pop("r03")
    assert {run for run, colour in colours.items() if colour != grey} == {"r00", "r07"}


def test_the_axis_of_means_that_are_all_alike_says_what_they_are():
    svg = svg_of(charts.leaderboard(scores_of({"a": [0.3, 0.3], "b": [0.3, 0.3]}))).decode()
    assert ">0.300<" in svg
    assert ">0<" not in svg


@pytest.mark.parametrize("chart", [charts.leaderboard, charts.distributions])
def test_there_is_no_chart_of_no_value(chart):
    scores = scores_of({"a": [0.3]})
    none = scores.set_column(3, "value", pa.array([None], pa.float64()))
    with pytest.raises(InputError, match="nothing to draw: no run has a value"):
        chart(none)
