"""Arrays of scores, labels and sizes of groups, as learners to rank have them."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from evalsql import InputError, evaluate, evaluate_groups

WRONG = [
    ([0.1, 0.2], [1, 0], [1], "there are 2 scores, 2 labels and groups of 1 rows; as many of each were expected"),
    ([0.1, 0.2], [1], [2], "there are 2 scores, 1 labels and groups of 2 rows"),
    ([0.1, 0.2], [1, 0], [3, -1], "as many of each were expected"),
    ([0.1, 0.2], [1, 0], [1.5, 0.5], "groups must be whole numbers, one per group"),
    (["x"], [1], [1], "run, row 1: score is 'x'; a number was expected"),
]


def test_groups_are_queries():
    scores, labels, groups = np.array([0.2, 0.7, 0.1, 0.9]), np.array([1, 0, 0, 2]), [2, 2]
    by_hand = [("run", "1", "nDCG", 1 / np.log2(3)), ("run", "2", "nDCG", 1.0)]
    assert evaluate_groups(scores, labels, groups, "nDCG").fetchall() == by_hand
    assert evaluate_groups(list(scores), labels > 0, np.array(groups), "nDCG").fetchall() == by_hand
    generator = np.random.default_rng(7)
    scores, labels, groups = generator.normal(size=60), generator.integers(0, 4, 60), [10, 0, 20, 30]
    rows = evaluate_groups(scores, labels, groups, ["nDCG@5", "AP"], population="relevant").fetchall()
    places = {"1": range(10), "3": range(10, 30), "4": range(30, 60)}
    runs = {query: {str(place): scores[place] for place in each} for query, each in places.items()}
    qrels = {query: {str(place): labels[place] for place in each} for query, each in places.items()}
    assert sorted(rows) == sorted(evaluate(runs, qrels, ["nDCG@5", "AP"]).fetchall())


@pytest.mark.parametrize(("scores", "labels", "groups", "said"), WRONG)
def test_arrays_that_do_not_fit_are_refused(scores, labels, groups, said):
    with pytest.raises(InputError) as error:
        evaluate_groups(scores, labels, groups, "AP")
    assert said in str(error.value)


@pytest.mark.parametrize(
    "kind", [np.array, list, tuple, pd.Series, pl.Series, pa.array, lambda values: pa.chunked_array([values])]
)
def test_arrays_without_groups_are_sent_to_where_they_are_read(kind):
    scores, labels = kind([0.2, 0.7]), kind([1, 0])
    way = "has no ids of queries and documents; evaluate_groups(scores, labels, groups, measures) takes arrays"
    for runs, qrels, label in (
        (scores, labels, "array 1 of the judgments"),
        (scores, {"q": {"d": 1}}, "array 1 of the runs"),
        ({"bm25": scores}, {"q": {"d": 1}}, "bm25"),
    ):
        with pytest.raises(InputError) as error:
            evaluate(runs, qrels, "RR")
        assert str(error.value) == f"{label}: {way}"


def test_an_array_of_rows_is_a_table():
    rows = pa.table({"query_id": ["q"], "doc_id": ["d"], "score": [1.0]}).to_struct_array()
    assert evaluate(rows, {"q": {"d": 1}}, "RR").fetchall() == [("run", "q", "RR", 1.0)]
