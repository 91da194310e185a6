"""ranx's measures under its own names, held against what it said of real collections and says of generated ones.

It leaves documents of equal scores as its sort happens to put them, so where scores tie it is no reference.
"""

import random

import duckdb
import pyarrow as pa
import pytest
import recorded
from recorded import CLOSE, evaluation, rankings, said

import evalsql

RANX = "ranx-0.3.21"
LIVE = (
    *("hits", "hits@3", "hits@10-l2", "hit_rate@1", "hit_rate@5-l2", "precision", "precision@5", "precision@10-l3"),
    *("recall", "recall@20", "recall@5-l2", "f1", "f1@5", "f1@100-l2", "r-precision", "r-precision-l2", "mrr", "mrr@3"),
    *("mrr@10-l2", "map", "map@5", "map@100-l2", "bpref", "bpref-l2", "rbp.95", "rbp.5-l2", "rbp.80", "dcg", "dcg@10"),
    *("dcg@5-l2", "dcg_burges@10", "dcg_burges@10-l2", "ndcg", "ndcg@10", "ndcg@10-l3", "ndcg_burges", "ndcg_burges@5"),
    "ndcg_burges@10-l2",
)


def tied(collection: str) -> set[tuple[str, str]]:
    """The rankings in which two documents have one score."""
    return {key for key, ranking in rankings(collection).items() if len({score for score, _ in ranking}) < len(ranking)}


# test_agreement has the other collections
@pytest.mark.slow
@recorded.present
@pytest.mark.parametrize(("collection", "values", "ties"), [("trec_eval_test", 85, 0), ("dl19_passage", 4386, 366)])
def test_every_value_of_ranx_is_ours_but_where_scores_tie(collection: str, values: int, ties: int) -> None:
    rows = duckdb.execute(said(collection, "other_tools", RANX)).fetchall()
    names = {name: str(evalsql.parse_measure(name)) for _, _, name, _ in rows}
    scores = evaluation(collection).score(list(names.values())).fetchall()
    ours = {(run, query, metric): value for run, query, metric, value in scores}
    differing = {
        (run, query, name) for run, query, name, theirs in rows if abs(ours[run, query, names[name]] - theirs) > CLOSE
    }
    assert {(run, query) for run, query, _ in differing} <= tied(collection)
    assert (len(rows), len(differing)) == (values, ties)


def generated(seed: int, queries: int) -> tuple[dict, dict]:
    """Judgments and a run, by query and document: 1 to 300 documents without ties, some judged, some missed."""
    dice = random.Random(seed)
    qrels, run = {}, {}
    for query in (f"q{number}" for number in range(queries)):
        documents = [f"d{number}" for number in range(dice.choice((1, 2, 5, 20, 300)))]
        scores = dice.sample(range(-1000, 1000), len(documents))
        highest = dice.choice((1, 1, 3, 4))
        found = [doc for doc in documents if dice.random() < 0.8] or documents
        judged = {doc: dice.randint(0, highest) for doc in documents if dice.random() < 0.6}
        qrels[query] = judged or {documents[0]: highest}
        run[query] = {doc: score / 8 for doc, score in zip(documents, scores, strict=True) if doc in found}
    return qrels, run


@pytest.mark.quick(count=30)
@pytest.mark.filterwarnings("ignore:unsafe cast", "ignore:.* do not name relevance")  # of numba; of its levels, -l2
@pytest.mark.filterwarnings("ignore:.* without a document that is judged relevant")
@pytest.mark.parametrize(("seed", "count"), [(1, 30), (2, 500)])
def test_ranx_agrees_under_its_own_names(seed: int, count: int) -> None:
    ranx = pytest.importorskip("ranx")
    qrels, run = generated(seed, count)
    judged = [(query, doc, relevance) for query, docs in qrels.items() for doc, relevance in docs.items()]
    retrieved = [(query, doc, score) for query, docs in run.items() for doc, score in docs.items()]
    tables = (
        pa.table(dict(zip(("query_id", "doc_id", "score"), zip(*retrieved, strict=True), strict=True))),
        pa.table(dict(zip(("query_id", "doc_id", "relevance"), zip(*judged, strict=True), strict=True))),
    )
    theirs = {}
    for name in LIVE:
        level = int(name.partition("-l")[2] or 1)
        asked = list(run)
        if name.startswith("bpref"):
            # one query with nothing relevant, and the others of its thread get 0; with nothing else, no number
            asked = [query for query, docs in qrels.items() if min(docs.values()) < level <= max(docs.values())]
        found = ranx.Run({query: run[query] for query in asked})
        ranx.evaluate(ranx.Qrels({query: qrels[query] for query in asked}), found, name)
        theirs |= {(query, name): value for query, value in found.scores[name].items()}
    names = {name: str(evalsql.parse_measure(name)) for name in LIVE}
    ours = {(query, m): value for _, query, m, value in evalsql.evaluate(*tables, list(names.values())).fetchall()}
    assert len(theirs) > 0.9 * len(LIVE) * count
    for (query, name), value in theirs.items():
        assert ours[query, names[name]] == pytest.approx(value, abs=CLOSE, rel=0), (name, query)
