"""ranx's measures under its own names, held against what it says of generated collections.

test_agreement.py has what was recorded of it. It leaves documents of equal scores as its sort happens to put them, so
where scores tie it is no reference.
"""

import random

import pytest
from generated_cases import table

import evalsql

CLOSE = 1e-9
LIVE = (
    *("hits", "hits@3", "hits@10-l2", "hit_rate@1", "hit_rate@5-l2", "precision", "precision@5", "precision@10-l3"),
    *("recall", "recall@20", "recall@5-l2", "f1", "f1@5", "f1@100-l2", "r-precision", "r-precision-l2", "mrr", "mrr@3"),
    *("mrr@10-l2", "map", "map@5", "map@100-l2", "bpref", "bpref-l2", "rbp.95", "rbp.5-l2", "rbp.80", "dcg", "dcg@10"),
    *("dcg@5-l2", "dcg_burges@10", "dcg_burges@10-l2", "ndcg", "ndcg@10", "ndcg@10-l3", "ndcg_burges", "ndcg_burges@5"),
    "ndcg_burges@10-l2",
)


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


@pytest.mark.filterwarnings("ignore:unsafe cast", "ignore:.* do not name relevance")  # of numba; of its levels, -l2
@pytest.mark.filterwarnings("ignore:.* without a document that is judged relevant")
def long_ranx_agrees_under_its_own_names() -> None:
    ranx = pytest.importorskip("ranx")
    count = 500
    qrels, run = generated(2, count)
    judged = [(query, doc, relevance) for query, docs in qrels.items() for doc, relevance in docs.items()]
    retrieved = [(query, doc, score) for query, docs in run.items() for doc, score in docs.items()]
    tables = table("query_id doc_id score", retrieved), table("query_id doc_id relevance", judged)
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
