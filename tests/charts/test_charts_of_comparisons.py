"""Charts of comparisons: intervals, the matrix of all pairs, mean ranks."""

from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from pictures import drawn, scores_of
from scipy.stats import rankdata, studentized_range, ttest_rel

import evalsql
from evalsql import charts

RANDOM = np.random.default_rng(5)
VALUES = {f"r{place}": list(RANDOM.beta(2, 2 + 1.5 * place, 20)) for place in range(8)}
SCORES = scores_of(VALUES)


@pytest.fixture(scope="module")
def comparisons():
    return evalsql.compare(SCORES).to_arrow_table()


def test_the_intervals_of_a_forest_are_those_of_student():
    found = drawn(charts.forest(evalsql.compare(SCORES, baseline="r3")))
    rows = {row["run"]: row for row in found if "lower" in row}
    assert rows.keys() == VALUES.keys() - {"r3"}
    p_values = {run: ttest_rel(VALUES[run], VALUES["r3"]).pvalue for run in rows}
    for run, row in rows.items():
        low, high = ttest_rel(VALUES[run], VALUES["r3"]).confidence_interval()
        assert (row["lower"], row["upper"]) == pytest.approx((low, high))
        assert row["difference"] == pytest.approx(np.mean(VALUES[run]) - np.mean(VALUES["r3"]))
    significant = [run for run, row in rows.items() if row["significant"]]
    assert significant
    assert all(p_values[run] < 0.05 for run in significant)
    assert all((rows[run]["beats"] == "run") == (rows[run]["difference"] > 0) for run in significant)


def test_a_pair_is_the_same_way_round_in_every_measure():
    one, two = [0.9, 0.8, 0.7], [0.1, 0.3, 0.2]
    turned = pa.concat_tables([scores_of({"a": one, "b": two}), scores_of({"a": two, "b": one}, "RR")])
    rows = [row for row in drawn(charts.forest(evalsql.compare(turned))) if "lower" in row]
    assert [(row["metric"], row["run"], row["beats"]) for row in rows] == [("AP", "a", "run"), ("RR", "a", "other")]
    assert [row["difference"] for row in rows] == pytest.approx([0.6, -0.6])
    assert all(row["lower"] < row["difference"] < row["upper"] for row in rows)


def test_the_title_of_a_narrow_axis_is_in_lines():
    scores = scores_of({f"{name * 30} and so on": [0.1, 0.4, place / 9] for place, name in enumerate("abc")}, "MAE@10")
    axis = charts.forest(evalsql.compare(scores), width=60).to_dict()["layer"][1]["encoding"]["x"]
    assert axis["title"] == ["difference in mean", "MAE@10"]


def test_the_matrix_has_every_pair_both_ways(comparisons):
    rows = [row for row in drawn(charts.significance(comparisons)) if "mark" in row]
    cells = {(row["run"], row["other"]): row for row in rows}
    assert len(cells) == 8 * 7
    means = {run: np.mean(values) for run, values in VALUES.items()}
    assert list(dict.fromkeys(row["run"] for row in rows)) == sorted(means, key=lambda run: -means[run])
    for (run, other), row in cells.items():
        assert row["difference"] == pytest.approx(means[run] - means[other])
    told = {(row["run"], row["other"]) for row in comparisons.to_pylist() if row["significant"]}
    assert told
    assert {pair for pair, row in cells.items() if row["significant"]} == told | {pair[::-1] for pair in told}
    assert {pair for pair, row in cells.items() if "•" in row["mark"]} == told | {pair[::-1] for pair in told}


def test_the_legend_of_a_narrow_matrix_is_no_wider():
    scores = scores_of({f"run {'x' * 40} {each}": [each / 10, 0.5] for each in range(4)}, "nDCG@10")
    layer = charts.significance(evalsql.compare(scores), width=84).to_dict()["layer"][0]
    assert layer["encoding"]["color"]["legend"]["title"] == ["how much better the row is in", "nDCG@10"]


def test_the_matrix_writes_large_differences_whole():
    counts = scores_of({"a": [30.25, 30.25], "b": [20.0, 20.0], "c": [19.5, 19.5]}, "NumRet")
    rows = [row for row in drawn(charts.significance(evalsql.compare(counts), width=170)) if "mark" in row]
    marks = {(row["run"], row["other"]): row["mark"].rstrip("•") for row in rows}
    assert (marks["a", "b"], marks["b", "c"], marks["c", "a"]) == ("+10.25", "+.50", "-10.75")


def rows_by_place(chart):
    """The runs of a diagram, the best first."""
    found = {row["run"]: row for row in drawn(chart) if "mean_rank" in row}
    return sorted(found.values(), key=lambda row: row["place"])


def groups_of(rows):
    """The runs below each bar of a diagram."""
    return [{each["run"] for each in rows[row["place"] - 1 : row["reach"]]} for row in rows if row["begins"]]


def by_hand(order, differ):
    """The longest stretches of runs of which no two differ."""
    stretches = [
        order[first:last]
        for first in range(len(order))
        for last in range(first + 2, len(order) + 1)
        if not any(differ(one, two) for one in order[first:last] for two in order[first:last])
    ]
    sets = list(map(set, stretches))
    return [each for each in sets if not any(each < other for other in sets)]


def test_mean_ranks_and_the_critical_difference():
    rows = rows_by_place(charts.critical_difference(SCORES))
    ranks = rankdata([[-value for value in line] for line in zip(*VALUES.values(), strict=True)], axis=1).mean(axis=0)
    expected = dict(zip(VALUES, ranks, strict=True))
    assert {row["run"]: row["mean_rank"] for row in rows} == pytest.approx(expected)
    assert all(one["mean_rank"] <= two["mean_rank"] for one, two in pairwise(rows))
    critical = studentized_range.ppf(0.95, 8, np.inf) / 2**0.5 * (8 * 9 / (6 * 20)) ** 0.5
    assert rows[0]["critical_difference"] == pytest.approx(critical, rel=1e-6)
    order = [row["run"] for row in rows]
    groups = by_hand(order, lambda one, two: abs(expected[one] - expected[two]) > critical)
    assert 1 < len(groups) < 7
    assert groups_of(rows) == groups


def test_bars_can_be_by_the_test_of_a_comparison(comparisons):
    rows = rows_by_place(charts.critical_difference(SCORES, comparisons=comparisons))
    told = {frozenset((row["run"], row["other"])) for row in comparisons.to_pylist() if row["significant"]}
    groups = by_hand([row["run"] for row in rows], lambda one, two: frozenset((one, two)) in told)
    assert groups_of(rows) == groups
    assert groups != groups_of(rows_by_place(charts.critical_difference(SCORES)))


def test_a_run_that_differs_from_all_has_no_bar():
    rows = rows_by_place(charts.critical_difference(scores_of({"best": [0.9] * 20, "worst": [0.1] * 20})))
    assert [row["mean_rank"] for row in rows] == [1, 2]
    assert groups_of(rows) == []


def many(runs):
    return scores_of({f"{place:02}": list(RANDOM.random(2)) for place in range(runs)})


@pytest.mark.parametrize(
    ("chart", "sentence"),
    [
        (lambda: charts.forest(SCORES), "this one lacks other, difference, significant"),
        (lambda: charts.forest(evalsql.compare(many(21))), "210 pairs"),
        (lambda: charts.significance(evalsql.compare(SCORES, baseline="r0")), "without a baseline"),
        (lambda: charts.significance(evalsql.compare(scores_of({"a": [1, 0], "b": [0, 1]}))), "3 runs or more"),
        (lambda: charts.critical_difference(many(61)), "2 to 60 runs, and there are 61"),
        (lambda: charts.critical_difference(scores_of({"a": [0.5]})), "2 to 60 runs, and there are 1"),
        (
            lambda: charts.critical_difference(
                pa.table({"run": ["a", "b"], "query_id": ["1", "2"], "metric": ["AP"] * 2, "value": [0.5, 0.6]})
            ),
            "no query has a value of AP for every run",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(chart, sentence):
    with pytest.raises(evalsql.InputError, match=sentence):
        chart()
