"""The chart of a sweep: places and means of runs over the values of a parameter."""

import re

import duckdb
import pytest
from pictures import drawn

import evalsql
from evalsql import charts
from evalsql.charts.files import svg_of

RUNS = {
    "early": {"q1": {"d1": 3, "x1": 2, "x2": 1}},
    "late": {"q1": {"x1": 3, "d2": 2, "d1": 1}},
}
QRELS = {"q1": {"d1": 1, "d2": 1}}


def swept() -> duckdb.DuckDBPyRelation:
    return evalsql.sweep(RUNS, QRELS, "RBP", "p=0.2,0.9")


def test_lines_hold_means_and_places_by_value():
    rows = [row for row in drawn(charts.sweep(swept(), "p", show="scores")) if "line" in row]
    assert {(row["line"], row["x"]): row["y"] for row in rows} == pytest.approx(
        {("early", 0.2): 0.8, ("late", 0.2): 0.8 * 0.24, ("early", 0.9): 0.1, ("late", 0.9): 0.1 * (0.9 + 0.81)}
    )
    rows = [row for row in drawn(charts.sweep(swept(), "p")) if "line" in row]
    assert {(row["line"], row["x"]): -row["y"] for row in rows} == {
        ("early", 0.2): 1,
        ("late", 0.2): 2,
        ("early", 0.9): 2,
        ("late", 0.9): 1,
    }


def test_values_that_are_no_numbers_stand_in_the_order_given():
    found = evalsql.sweep(RUNS, QRELS, "nDCG@10", "gains=exp,0-1")
    spec = charts.sweep(found, "gains").to_dict()
    assert spec["layer"][0]["encoding"]["x"]["sort"] == ["exp", "0-1"]
    assert spec["title"]["text"] == ["Places of runs by nDCG@10 over gains"]


def test_what_is_no_sweep_is_refused():
    with pytest.raises(evalsql.InputError, match="shows 'places' or 'scores', not 'means'"):
        charts.sweep(swept(), "p", show="means")  # pyright: ignore[reportArgumentType]


def test_close_values_are_written_in_full_at_the_axis():
    found = evalsql.sweep(RUNS, QRELS, "RBP", "p=0.5,0.9,0.95")
    assert {"0.5", "0.9", "0.95"} <= set(re.findall(r">([\d.]+)</text>", svg_of(charts.sweep(found, "p")).decode()))


def test_the_names_of_a_legend_are_not_cut_off():
    runs = {f"{place:02} of the runs with long names{' and more words' * 3}": RUNS["early"] for place in range(12)}
    spec = charts.sweep(evalsql.sweep(runs, QRELS, "RBP", "p=0.2,0.9"), "p", width=84).to_json(indent=None)
    assert set(re.findall(r'"columns": (\d+)', spec)) == {"1"}  # two have no room
