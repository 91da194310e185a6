"""Charts of comparisons: of all runs, of two, of measures, of a gate."""

from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from pictures import drawn, scores_of, spec_of, subtitle
from scipy.stats import rankdata, studentized_range, ttest_rel

import evalsql
from evalsql import charts
from evalsql.charts.label_placement import LINE, PLACES, place_names
from evalsql.charts.rank_diagram import diagram
from evalsql.charts.theme import Look

pytestmark = pytest.mark.usefixtures("every_column")
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


def long_a_pair_is_the_same_way_round_in_every_measure():
    one, two = [0.9, 0.8, 0.7], [0.1, 0.3, 0.2]
    turned = pa.concat_tables([scores_of({"a": one, "b": two}), scores_of({"a": two, "b": one}, "RR")])
    rows = [row for row in drawn(charts.forest(evalsql.compare(turned))) if "lower" in row]
    assert [(row["metric"], row["run"], row["beats"]) for row in rows] == [("AP", "a", "run"), ("RR", "a", "other")]
    assert [row["difference"] for row in rows] == pytest.approx([0.6, -0.6])
    assert all(row["lower"] < row["difference"] < row["upper"] for row in rows)


def test_titles_and_legends_of_narrow_pictures_are_in_lines():
    scores = scores_of({f"{name * 30} and so on": [0.1, 0.4, place / 9] for place, name in enumerate("abc")}, "MAE@10")
    axis = spec_of(charts.forest(evalsql.compare(scores), width=60))["layer"][1]["layer"][0]["encoding"]["x"]
    assert axis["title"] == ["difference in mean", "MAE@10"]
    scores = scores_of({f"run {'x' * 40} {each}": [each / 10, 0.5] for each in range(4)}, "nDCG@10")
    layer = spec_of(charts.significance(evalsql.compare(scores), width=84))["layer"][0]
    assert layer["encoding"]["color"]["legend"]["title"] == ["how much better the row is in", "nDCG@10"]


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


def long_the_matrix_writes_large_differences_whole():
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


def test_mean_ranks_the_critical_difference_and_bars_of_runs_that_do_not_differ():
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
    rows = rows_by_place(charts.critical_difference(scores_of({"best": [0.9] * 20, "worst": [0.1] * 20})))
    assert [row["mean_rank"] for row in rows] == [1, 2]
    assert groups_of(rows) == []
    for size, said in ((1.0, ["CD 1.00"]), (1.1, [])):  # which is drawn where it is no longer than the axis
        changed = [row | {"critical_difference": size} for row in rows]
        assert [row["text"] for row in diagram(changed, Look(), {}, {})["ruler"]] == said


def long_bars_can_be_by_the_test_of_a_comparison(comparisons):
    rows = rows_by_place(charts.critical_difference(SCORES, comparisons=comparisons))
    told = {frozenset((row["run"], row["other"])) for row in comparisons.to_pylist() if row["significant"]}
    groups = by_hand([row["run"] for row in rows], lambda one, two: frozenset((one, two)) in told)
    assert groups_of(rows) == groups
    assert groups != groups_of(rows_by_place(charts.critical_difference(SCORES)))


def many(runs):
    return scores_of({f"{place:02}": list(RANDOM.random(2)) for place in range(runs)})


def apart(one: str, other: str) -> pa.Table:
    """Scores of two runs on two queries, of which each answers one."""
    return pa.table({"run": [one, other], "query_id": ["1", "2"], "metric": ["AP"] * 2, "value": [0.5, 0.6]})


REFUSED = {
    "this one lacks other, difference, significant": lambda: charts.forest(SCORES),
    "210 pairs": lambda: charts.forest(evalsql.compare(many(21))),
    "without a baseline": lambda: charts.significance(evalsql.compare(SCORES, baseline="r0")),
    "3 runs or more": lambda: charts.significance(evalsql.compare(scores_of({"a": [1, 0], "b": [0, 1]}))),
    "2 to 60 runs, and there are 61": lambda: charts.critical_difference(many(61)),
    "2 to 60 runs, and there are 1": lambda: charts.critical_difference(scores_of({"a": [0.5]})),
    "no query has a value of AP for every run": lambda: charts.critical_difference(apart("a", "b")),
}


def long_what_cannot_be_drawn_is_refused():
    for sentence, chart in REFUSED.items():
        with pytest.raises(evalsql.InputError, match=sentence):
            chart()
    for chart in (charts.differences, charts.scatter):
        for scores, run, sentence in (
            (TWO, "newer", "unknown run newer; runs: new, old"),
            (TWO, "old", "the chart is of two runs, and old is named twice"),
            (apart("new", "old"), "new", "new and old have no query in common"),
        ):
            with pytest.raises(evalsql.InputError, match=sentence):
                chart(scores, run, "old")


NEW, OLD = [0.5, 0.5, 0.2, 0.9, 0.2], [0.1, 0.5, 0.6, 0.8, 0.6]
TWO = scores_of({"new": NEW, "old": OLD})


def test_differences_are_sorted_and_say_who_is_ahead_on_how_many():
    rows = [row for row in drawn(charts.differences(TWO, "new", "old")) if "query_id" in row]
    expected = sorted(((one - two, f"q{place}") for place, (one, two) in enumerate(zip(NEW, OLD, strict=True))))[::-1]
    assert [row["difference"] for row in rows] == pytest.approx([difference for difference, _ in expected])
    assert [row["query_id"] for row in rows] == ["q0", "q3", "q1", "q2", "q4"]
    assert [row["ahead"] for row in rows] == ["new", "new", None, "old", "old"]
    assert rows[0]["mean_difference"] == pytest.approx(sum(NEW) / 5 - sum(OLD) / 5)
    for chart in (charts.differences, charts.scatter):
        assert "new is better on 2, old on 2 of 5 queries, 1 the same" in subtitle(chart(TWO, "new", "old"))
        few = scores_of({"new": [0.9, 0.8, 0.1], "old": [0.1, 0.2, 0.3]})
        assert "new is better on 2, old on 1 of 3 queries" in subtitle(chart(few, "new", "old"))


def long_of_a_measure_that_is_better_lower_the_lower_is_ahead():
    for chart in (charts.differences, charts.scatter):
        found = chart(scores_of({"new": [3, 4], "old": [1, 5]}, "ESL"), "new", "old")
        ahead = {row["query_id"]: row["ahead"] for row in drawn(found) if "query_id" in row}
        assert ahead == {"q0": "old", "q1": "new"}
        assert "(lower is better)" in subtitle(found)


def test_queries_with_the_same_two_values_are_one_larger_point():
    rows = [row for row in drawn(charts.scatter(TWO, "new", "old")) if "alike" in row and "area" in row]
    points = {(row["value"], row["other_value"]): row for row in rows}
    alike = {key: row["alike"] for key, row in points.items()}
    assert alike == {(0.5, 0.1): 1, (0.5, 0.5): 1, (0.2, 0.6): 2, (0.9, 0.8): 1}
    assert points[0.2, 0.6]["area"] > points[0.5, 0.1]["area"]


MEANS = {"a": [0.9, 0.7], "b": [0.5, 0.6], "c": [0.1, 0.3], "d": [0.0, 0.2]}
MEASURED = pa.concat_tables(
    [
        scores_of(MEANS, "nDCG@10"),
        scores_of({**MEANS, "a": [0.2, 0.3], "b": [0.7, 0.6]}, "AP"),
        scores_of({run: values[::-1] for run, values in MEANS.items()}, "P@5"),
    ]
)

MEASURES = ["nDCG@10", "AP", "P@5"]


def long_cells_hold_the_coefficients_of_both_directions():
    found = evalsql.correlate(MEASURED, None, MEASURES, coefficients=["kendall", "tau_ap"])
    rows = drawn(charts.correlations(found))
    cells = {(row["line"], row["column"]): row["value"] for row in rows}
    assert cells["nDCG@10", "AP"] == cells["AP", "nDCG@10"] == pytest.approx(2 / 3)
    assert cells["nDCG@10", "P@5"] == 1
    assert [row["line"] for row in rows][::2] == MEASURES
    rows = drawn(charts.correlations(found, "tau_ap"))
    assert len({(row["line"], row["column"]) for row in rows}) == len(rows) == 6


def test_what_a_chart_of_measures_lacks_is_refused():
    found = evalsql.correlate(MEASURED, None, MEASURES, coefficients="kendall")
    with pytest.raises(evalsql.InputError, match="nothing of pearson to draw; there is of kendall"):
        charts.correlations(found, "pearson")
    with pytest.raises(evalsql.InputError, match="this one lacks coefficient, measure, other"):
        charts.correlations(MEASURED)
    with pytest.raises(evalsql.InputError, match="takes two measures; there is only AP"):
        charts.measure_scatter(MEASURED, ["AP"])


def test_two_measures_give_the_means_of_each_run_and_tau():
    chart = charts.measure_scatter(MEASURED, ["nDCG@10", "AP"])
    rows = {row["run"]: row for row in drawn(chart)}
    assert (rows["a"]["mean"], rows["a"]["other_mean"]) == pytest.approx((0.8, 0.25))
    assert "tau-b between the two orderings 0.67" in subtitle(chart)
    assert all(row["place"] is not None for row in rows.values())


def test_names_cover_neither_each_other_nor_points():
    found = place_names([(50, 50), (51, 51), (100, 50)], ["first", "second", "third"], 120, 100)
    assert [PLACES[place][-1] for place in found if place is not None] == ["left", "right", "right"]
    assert place_names([(5, 5)], ["a name that is too long"], 40, 10) == [None]
    assert place_names([(50, 50), (50, 50 + LINE)], ["which", "touch"], 120, 100) == [0, 0]


PAIRED = {"a": [0.9, 0.7, 0.8, 0.9], "b": [0.5, 0.6, 0.4, 0.6], "c": [0.1, 0.7, 0.3, 0.8]}
LEVELS = pa.concat_tables(
    [scores_of(PAIRED), scores_of({run: values[:2] * 2 for run, values in PAIRED.items()}, "P@5")]
)


def test_levels_are_the_p_values_of_every_pair_and_power_is_no_curve():
    found = evalsql.discriminate(LEVELS, method="levels", test="paired_t")
    rows = [row for row in drawn(charts.significance_levels(found)) if row.get("metric") == "AP" and row["place"]]
    expected = sorted((ttest_rel(PAIRED[x], PAIRED[y]).pvalue for x, y in ("ab", "ac", "bc")), reverse=True)
    assert [row["p_value"] for row in rows] == pytest.approx(expected)
    assert {row["share"] for row in rows} == {sum(p < 0.05 for p in expected) / 3}
    found = evalsql.discriminate(LEVELS, test="paired_t")
    with pytest.raises(evalsql.InputError, match="lacks place, run, other, p_value"):
        charts.significance_levels(found)


BEFORE = scores_of({"old": [0.5, 0.6, 0.7, 0.8]})
AFTER = scores_of({"new": [0.4, 0.65, 0.7, 0.9]})


def long_rules_hold_values_against_their_bounds():
    found = evalsql.gate(AFTER, BEFORE, margin=0.02, unchanged=True, at_least=0.6, worst_loss=0.05, losing=0.5)
    rows = {row["rule"]: row for row in drawn(charts.gate(found)) if "rule" in row}
    kept = {row[0]: row[1:] for row in found.project("rule, difference, lower, upper, verdict").fetchall()}
    of = rows["unchanged"]
    assert (of["held"], of["lower"], of["upper"], of["verdict"]) == kept["unchanged"]
    assert (of["limit_one"], of["limit_two"]) == (-0.02, 0.02)
    assert (rows["at_least"]["held"], rows["at_least"]["limit_one"]) == pytest.approx((0.6625, 0.6))
    assert (rows["worst_loss"]["held"], rows["worst_loss"]["limit_one"]) == pytest.approx((0.1, 0.05))
    assert rows["losing"]["held"] == 0.25
    assert rows["worst_loss"]["verdict"] == "fail"


def test_a_geometric_mean_is_held_in_percent_and_a_loss_of_a_lower_measure_is_a_rise():
    scores = [scores_of({name: values}, "gm_map") for name, values in (("new", [0.2, 0.4]), ("old", [0.4, 0.8]))]
    found = evalsql.gate(*scores, margin="10%")
    (row,) = (row for row in drawn(charts.gate(found)) if "rule" in row)
    assert (row["panel"], row["held"], row["limit_one"]) == ("percent", pytest.approx(-50), pytest.approx(-10))
