"""An unknown population, a depth that is no rank or a list of queries that is none is refused."""

import pytest
from refused import refusal
from written import put


def test_an_unknown_population(run, qrels):
    said = refusal(run, qrels, population="union")
    assert said == "population must be qrels or intersection, not 'union'"


@pytest.mark.parametrize("depth", [0, -1, 1.5, "10"])
def test_a_depth_that_is_no_rank(run, qrels, depth):
    said = refusal(run, qrels, depth=depth)
    assert said.startswith("depth must be ")
    assert str(depth) in said


def test_a_listed_query_that_is_not_judged(run, qrels):
    assert refusal(run, qrels, queries=["q1", "q9"]) == "the list of queries has q9, which is not judged"
    said = "the list of queries has q7 and 1 other, which are not judged"
    assert refusal(run, qrels, queries=["q7", "q1", "q9"]) == said
    assert "q7 and 2 others, which are" in refusal(run, qrels, queries=["q7", "q1", "q9", "q8"])


def test_an_empty_list_of_queries(run, qrels):
    assert refusal(run, qrels, queries=[]) == "the list of queries is empty"


def test_a_text_where_a_list_of_queries_was_expected(tmp_path):
    run = put(tmp_path / "r.run", [f"{query} Q0 d1 1 1 x" for query in ("1", "2", "12")])
    qrels = put(tmp_path / "q.txt", [f"{query} 0 d1 1" for query in ("1", "2", "12")])
    assert "12" in refusal(run, qrels, queries="12")
