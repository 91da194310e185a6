"""The user may say which column is which; one that was not read and looks like a key is warned of."""

import pyarrow as pa
from written import put

import evalsql
from evalsql import check, compare, describe, pool

RUNS = pa.table({"rnk": ["x", "x", "y"], "query_id": ["1"] * 3, "doc_id": ["a", "b", "a"], "score": [2, 1, 1]})


def test_every_question_takes_it(tmp_path):
    # it takes seconds, since each question is asked
    chosen, path = {"runs.run": "rnk"}, put(tmp_path / "r.parquet", RUNS)
    qrels = pa.table({"query_id": ["1"], "doc_id": ["a"], "stars": [1]})
    for_all = chosen | {"qrels.relevance": "stars"}
    assert not [each for each in check(path, qrels, columns=for_all) if each.level == "error"]
    assert len(evalsql.Evaluation(path, qrels, columns=for_all).score("RR").fetchall()) == 2
    assert len(evalsql.curve(path, qrels, "CG@1", columns=for_all).fetchall()) == 2
    assert compare(path, qrels, ["RR"], columns=for_all).fetchall()
    assert describe(qrels, columns={"qrels.relevance": "stars"})["sets"].fetchall()
    assert pool(path, qrels, ["RR"], depth=1, columns=for_all)
    assert evalsql.overlap(path, columns=chosen).fetchall()
    scores = pa.table({"who": ["x", "y"], "query_id": ["1", "1"], "metric": ["RR", "RR"], "value": [0.5, 1.0]})
    assert compare(scores, None, columns={"scores.run": "who"}).fetchall()
