"""The charts of curves: the papers' own numbers are drawn, in panels that can be read."""

import pyarrow as pa
from pictures import drawn
from test_curves_chart import QUERIES, made, titles

from evalsql import charts


def test_a_long_line_keeps_its_ends_and_some_points_between():
    points = sorted({row["point"] for row in drawn(charts.curves(made(1, ("P@1000",), average=True))) if "run" in row})
    assert (points[0], points[-1]) == (1, 1000)
    assert 300 < len(points) <= 402


def test_of_more_than_six_slices_the_largest_are_drawn():
    table = pa.table({"query_id": QUERIES, "group": [[f"g{n}" for n in range(place + 1)] for place in range(7)]})
    chart = charts.curves(made(2, queries=7, slices=table))
    assert titles(chart) == [f"group: g{n} ({7 - n} queries)" for n in range(6)]
    assert "The 6 largest of 7 slices." in " ".join(chart.to_dict()["title"]["subtitle"])
