"""Charts of two runs, query by query."""

import pyarrow as pa
import pytest
from pictures import drawn, scores_of

import evalsql
from evalsql import charts

NEW, OLD = [0.5, 0.5, 0.2, 0.9, 0.2], [0.1, 0.5, 0.6, 0.8, 0.6]
SCORES = scores_of({"new": NEW, "old": OLD})


def subtitle(chart):
    return " ".join(chart.to_dict()["title"]["subtitle"])


def test_differences_are_sorted_and_say_who_is_ahead():
    rows = [row for row in drawn(charts.differences(SCORES, "new", "old")) if "query_id" in row]
    expected = sorted(((one - two, f"q{place}") for place, (one, two) in enumerate(zip(NEW, OLD, strict=True))))[::-1]
    assert [row["difference"] for row in rows] == pytest.approx([difference for difference, _ in expected])
    assert [row["query_id"] for row in rows] == ["q0", "q3", "q1", "q2", "q4"]
    assert [row["ahead"] for row in rows] == ["new", "new", None, "old", "old"]
    assert rows[0]["mean_difference"] == pytest.approx(sum(NEW) / 5 - sum(OLD) / 5)


@pytest.mark.parametrize("chart", [charts.differences, charts.scatter])
def test_wins_are_counted(chart):
    assert "new is better on 2, old on 2 of 5 queries, 1 the same" in subtitle(chart(SCORES, "new", "old"))


@pytest.mark.parametrize("chart", [charts.differences, charts.scatter])
def test_of_a_measure_that_is_better_lower_the_lower_is_ahead(chart):
    found = chart(scores_of({"new": [3, 4], "old": [1, 5]}, "ESL"), "new", "old")
    ahead = {row["query_id"]: row["ahead"] for row in drawn(found) if "query_id" in row}
    assert ahead == {"q0": "old", "q1": "new"}
    assert "(lower is better)" in subtitle(found)


def test_queries_with_the_same_two_values_are_one_larger_point():
    rows = [row for row in drawn(charts.scatter(SCORES, "new", "old")) if "alike" in row and "area" in row]
    points = {(row["value"], row["other_value"]): row for row in rows}
    assert {key: row["alike"] for key, row in points.items()} == {
        (0.5, 0.1): 1,
        (0.5, 0.5): 1,
        (0.2, 0.6): 2,
        (0.9, 0.8): 1,
    }
    assert points[0.2, 0.6]["area"] > points[0.5, 0.1]["area"]


def test_of_thousands_of_queries_no_more_is_drawn_than_pixels():
    many = scores_of({"new": [place % 100 / 100 for place in range(3000)], "old": [0.5] * 3000})
    chart = charts.differences(many, "new", "old", width=84)
    assert len(drawn(chart)) < 400
    assert "of 3,000 queries" in subtitle(chart)


@pytest.mark.parametrize("chart", [charts.differences, charts.scatter])
@pytest.mark.parametrize(
    ("scores", "run", "sentence"),
    [
        (SCORES, "newer", "unknown run newer; runs: new, old"),
        (SCORES, "old", "the chart is of two runs, and old is named twice"),
        (
            pa.table({"run": ["new", "old"], "query_id": ["1", "2"], "metric": ["AP"] * 2, "value": [0.5, 0.6]}),
            "new",
            "new and old have no query in common",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(chart, scores, run, sentence):
    with pytest.raises(evalsql.InputError, match=sentence):
        chart(scores, run, "old")
