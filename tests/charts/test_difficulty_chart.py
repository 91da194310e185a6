"""The chart of queries: what the runs score on each."""

from pictures import drawn, scores_of

import evalsql
from evalsql import charts
from evalsql.charts.files import svg_of


def test_queries_are_drawn_from_the_hardest():
    scores = scores_of({"a": [0.9, 0.1, 0.5], "b": [0.7, 0.3, 0.5]})
    rows = drawn(charts.difficulty(evalsql.analyse_queries(scores)))
    assert [(row["query_id"], round(row["mean"], 9), row["lowest"], row["highest"]) for row in rows] == [
        ("q1", 0.2, 0.1, 0.3),
        ("q2", 0.5, 0.5, 0.5),
        ("q0", 0.8, 0.7, 0.9),
    ]


def test_of_thousands_of_queries_no_more_are_drawn_than_there_are_pixels():
    scores = scores_of({"a": [place / 7000 for place in range(7000)], "b": [0.5] * 7000})
    chart = charts.difficulty(evalsql.analyse_queries(scores), width=84)
    rows = drawn(chart)
    assert [row["place"] for row in rows] == list(range(1, 7001, 23))
    assert chart.title.subtitle[-1].endswith("one in 23 queries is drawn")
    assert svg_of(chart).startswith(b"<svg")  # Vega fails at some thousand names in order
