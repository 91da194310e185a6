"""The chart of queries: what the runs score on each."""

from pictures import drawn, scores_of

import evalsql
from evalsql import charts


def test_queries_are_drawn_from_the_hardest():
    scores = scores_of({"a": [0.9, 0.1, 0.5], "b": [0.7, 0.3, 0.5]})
    rows = drawn(charts.difficulty(evalsql.analyse_queries(scores)))
    assert [(row["query_id"], round(row["mean"], 9), row["lowest"], row["highest"]) for row in rows] == [
        ("q1", 0.2, 0.1, 0.3),
        ("q2", 0.5, 0.5, 0.5),
        ("q0", 0.8, 0.7, 0.9),
    ]
