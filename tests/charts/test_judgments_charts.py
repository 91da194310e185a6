"""The charts of judgments: how many documents have which relevance, and how two sets agree."""

import pytest
from pictures import drawn

import evalsql
from evalsql import charts

FIRST = {"q1": {"d1": 2, "d2": 0, "d3": 0}, "q2": {"d1": 1}}
SECOND = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1, "d9": 0}}


def test_bars_are_documents_and_shares_by_relevance():
    found = evalsql.describe({"first": FIRST, "second": SECOND})
    rows = {(row["qrels"], row["relevance"]): row for row in drawn(charts.judgment_levels(found))}
    assert {key: row["documents"] for key, row in rows.items()} == {
        ("first", 2): 1,
        ("first", 1): 1,
        ("first", 0): 2,
        ("second", 2): 0,
        ("second", 1): 2,
        ("second", 0): 2,
    }
    assert rows["first", 0]["shown"] == "2 (50%)"


def test_cells_are_documents_by_relevance_in_both():
    found = evalsql.describe({"first": FIRST, "second": SECOND})
    rows = {(row["line"], row["column"]): row["value"] for row in drawn(charts.crossed_judgments(found))}
    there = {cell: value for cell, value in rows.items() if value}
    assert there == {("2", "1"): 1, ("1", "1"): 1, ("0", "0"): 1, ("0", "unjudged"): 1, ("unjudged", "0"): 1}
    assert rows["2", "0"] == 0
    assert rows["unjudged", "unjudged"] is None


def test_more_levels_than_fit_are_refused():
    one, other = ({"q": {f"d{level}": level * factor % 70 for level in range(70)}} for factor in (1, 3))
    with pytest.raises(evalsql.InputError, match="the picture has room for 60 levels of relevance, and there are 70"):
        charts.crossed_judgments(evalsql.describe({"one": one, "other": other}))


def test_one_set_is_compared_with_nothing():
    found = evalsql.describe(FIRST)
    with pytest.raises(evalsql.InputError, match=r"the table of evalsql.describe has no rows"):
        charts.crossed_judgments(found)
