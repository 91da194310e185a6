"""Charts of judgments: their levels, pools, and the plane of relevance."""

import pytest
from pictures import drawn, spec_of
from places import FIXTURES

import evalsql
from evalsql import charts
from evalsql.errors import InputError

pytestmark = pytest.mark.usefixtures("every_column")
FIRST = {"q1": {"d1": 2, "d2": 0, "d3": 0}, "q2": {"d1": 1}}
SECOND = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1, "d9": 0}}


def test_bars_are_documents_and_shares_by_relevance():
    found = evalsql.describe({"first": FIRST, "second": SECOND})
    rows = {(row["qrels"], row["relevance"]): row for row in drawn(charts.judgment_levels(found))}
    counts = {"first": [2, 1, 1], "second": [2, 2, 0]}  # of levels 0, 1 and 2
    assert {key: row["documents"] for key, row in rows.items()} == {
        (name, level): count for name, of in counts.items() for level, count in enumerate(of)
    }
    assert rows["first", 0]["shown"] == "2 (50%)"


def test_levels_are_crossed_for_two_sets_that_have_few():
    found = evalsql.describe({"first": FIRST, "second": SECOND})
    rows = {(row["line"], row["column"]): row["value"] for row in drawn(charts.crossed_judgments(found))}
    there = {cell: value for cell, value in rows.items() if value}
    assert there == {("2", "1"): 1, ("1", "1"): 1, ("0", "0"): 1, ("0", "unjudged"): 1, ("unjudged", "0"): 1}
    assert rows["2", "0"] == 0
    assert rows["unjudged", "unjudged"] is None
    one, other = ({"q": {f"d{level}": level * factor % 70 for level in range(70)}} for factor in (1, 3))
    with pytest.raises(evalsql.InputError, match="the picture has room for 60 levels of relevance, and there are 70"):
        charts.crossed_judgments(evalsql.describe({"one": one, "other": other}))
    found = evalsql.describe(FIRST)
    with pytest.raises(evalsql.InputError, match=r"the table of evalsql.describe has no rows"):
        charts.crossed_judgments(found)


RUNS = {
    "one": {"q1": {"d1": 3, "d2": 2, "x1": 1}, "q2": {"e1": 2, "e2": 1}},
    "two": {"q1": {"x1": 3, "d3": 2, "d1": 1}, "q2": {"e3": 2, "e1": 1}},
}

QRELS = {"q1": {"d1": 1, "d2": 1, "d3": 1, "x1": 0}, "q2": {"e1": 1, "e2": 0, "e3": 1}}


def long_lines_are_scores_by_depth_and_by_all_judgments():
    found = evalsql.pool(RUNS, QRELS, ["P@2", "AP"], depth=[1, 2])
    chart = charts.pool(found)
    rows = {(row["line"], row["depth"]): row["y"] for row in drawn(chart) if "line" in row}
    # of the pool of depth 1 are d1, x1, e1 and e3
    by_depth = {1: 0.5, 2: 0.75, None: 0.75}
    assert rows == pytest.approx({(run, depth): y for run in RUNS for depth, y in by_depth.items()})
    assert spec_of(chart)["title"]["text"] == ["P@2 by judgments from pools of different depth"]
    with pytest.raises(evalsql.InputError, match="nothing of RBP to draw; there is of P@2 or AP"):
        charts.pool(found, "RBP")


def long_one_pool_shows_how_far_each_run_moves():
    found = evalsql.leave_out(RUNS, QRELS, "P@2", depth=1)
    rows = {row["run"]: (row["score"], row["pooled"]) for row in drawn(charts.pool_shift(found))}
    assert rows == {row[0]: row[1:] for row in found["runs"].project("run, score, pooled").fetchall()}
    with pytest.raises(evalsql.InputError, match="lacks depth"):
        charts.pool(found)


def test_samples_are_counted_by_their_tau():
    found = evalsql.subsample(RUNS, QRELS, "AP", queries=1, times=5)
    rows = drawn(charts.sample_agreement(found))
    assert sum(row["samples"] for row in rows if "tau" in row) == 5
    assert {row["tau"] for row in rows if "tau" in row} <= {-1, 1}


PAPER = FIXTURES / "papers" / "della_mea_mizzaro_2004"


def explained(run: str, measure: str = "ADM(top=1,system='score')"):
    """A measure of one of the paper's three runs."""
    return evalsql.explain(str(PAPER / f"{run}.run"), str(PAPER / "qrels.txt"), measure, "D")


def long_table_1_of_the_paper_lies_above_and_on_the_line():
    rows = [row for row in drawn(charts.relevance_plane(explained("IRS3"))) if "documents" in row]
    sides = [(row["urs"], row["srs"], row["side"]) for row in rows]
    assert sides == [(0.1, 1, "more"), (0.4, 0.4, "same"), (0.8, 0.8, "same")]


@pytest.mark.parametrize(("run", "value"), [("IRS1", 0.9), ("IRS2", 0.8), ("IRS3", 0.7)])
def long_the_value_is_1_less_the_mean_distance(run, value):
    found = explained(run)
    distances = [row[-1] for row in found["distances"].fetchall()]
    assert 1 - sum(map(abs, distances)) / 3 == pytest.approx(value)
    assert [row[3] for row in found["whole"].fetchall()] == pytest.approx([value])
    assert f"= {value:.4f}" in spec_of(charts.relevance_plane(found))["title"]["text"][0]


def long_what_is_rounded_or_missed_is_where_the_measure_sees_it():
    judged = {"q": {"d1": 2, "d2": 1, "missed": 2, "also": 2}}
    measure = "ADM(top=2,length=4,user_levels=2,system_levels=3)"
    rows = drawn(charts.relevance_plane(evalsql.explain({"q": {"d1": 2.0, "d2": 1.0}}, judged, measure, "q")))
    found = {(row["urs"], row["srs"]): (row["documents"], row["name"]) for row in rows if "documents" in row}
    assert found == {(1, 1): (2, "right: 2"), (1, 0): (2, "too low: 2")}


def test_other_measures_have_no_plane():
    with pytest.raises(InputError, match="is of a measure of distance; explain one, such as ADM"):
        charts.relevance_plane(explained("IRS1", "AP(rel=0.5)"))
