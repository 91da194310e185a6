"""The charts of how measures agree: coefficients in cells, and two measures with the runs named."""

import pyarrow as pa
import pytest
from pictures import drawn, scores_of

import evalsql
from evalsql import charts
from evalsql.charts.places import place_names

VALUES = {"a": [0.9, 0.7], "b": [0.5, 0.6], "c": [0.1, 0.3], "d": [0.0, 0.2]}
SCORES = pa.concat_tables(
    [
        scores_of(VALUES, "nDCG@10"),
        scores_of({**VALUES, "a": [0.2, 0.3], "b": [0.7, 0.6]}, "AP"),
        scores_of({run: values[::-1] for run, values in VALUES.items()}, "P@5"),
    ]
)
MEASURES = ["nDCG@10", "AP", "P@5"]


def test_cells_hold_the_coefficients_of_both_directions():
    found = evalsql.correlate(SCORES, None, MEASURES, coefficients=["kendall", "tau_ap"])
    rows = drawn(charts.correlations(found))
    cells = {(row["line"], row["column"]): row["value"] for row in rows}
    assert cells["nDCG@10", "AP"] == cells["AP", "nDCG@10"] == pytest.approx(2 / 3)
    assert cells["nDCG@10", "P@5"] == 1
    assert [row["line"] for row in rows][::2] == MEASURES
    rows = drawn(charts.correlations(found, "tau_ap"))
    assert len({(row["line"], row["column"]) for row in rows}) == len(rows) == 6


def test_a_coefficient_that_is_not_there_is_refused():
    found = evalsql.correlate(SCORES, None, MEASURES, coefficients="kendall")
    with pytest.raises(evalsql.InputError, match="no values of 'pearson' to draw; there are of kendall"):
        charts.correlations(found, "pearson")
    with pytest.raises(evalsql.InputError, match="this one lacks coefficient, measure, other"):
        charts.correlations(SCORES)


def test_two_measures_give_the_means_of_each_run_and_tau():
    chart = charts.two_measures(SCORES, ["nDCG@10", "AP"])
    rows = {row["run"]: row for row in drawn(chart)}
    assert (rows["a"]["mean"], rows["a"]["other_mean"]) == pytest.approx((0.8, 0.25))
    assert "tau-b between the two orderings 0.67" in " ".join(chart.to_dict()["title"]["subtitle"])
    assert all(row["place"] is not None for row in rows.values())


def test_names_cover_neither_each_other_nor_points():
    found = place_names([(50, 50), (51, 51), (100, 50)], ["first", "second", "third"], 120, 100)
    assert [place.align for place in found if place] == ["left", "right", "right"]
    assert place_names([(5, 5)], ["a name that is too long"], 40, 10) == [None]


def test_one_measure_makes_no_scatter():
    with pytest.raises(evalsql.InputError, match="takes two measures; there is only AP"):
        charts.two_measures(SCORES, ["AP"])
