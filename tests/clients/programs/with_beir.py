"""Evaluates generated rankings by BEIR's own class, with evalsql in place of pytrec_eval where that is said."""

import json
import random
import sys

if sys.argv[1] == "evalsql":
    from evalsql.compat import pytrec_eval

    sys.modules["pytrec_eval"] = pytrec_eval

from beir.retrieval.evaluation import EvaluateRetrieval

CUTOFFS = [1, 3, 5, 10, 100, 1000]


def collection(seed: int) -> tuple[dict, dict]:
    """Judgments of a dozen queries, and a run with ties, empty rankings and documents that are called as the query."""
    dice = random.Random(seed)
    docs = [*(f"d{number}" for number in range(60)), "é", "文"]
    qrels, results = {}, {}
    for query in (f"q{number}" for number in range(12)):
        qrels[query] = {doc: dice.choice((0, 0, 1, 2, 3)) for doc in dice.sample(docs, 20)} | {"found": 1}
        found = dice.sample(docs, dice.choice((0, 1, 10, 50)))
        results[query] = {doc: dice.randint(0, 5) / 5 if seed % 2 else dice.random() for doc in found}
        results[query] |= {query: 9.0} if dice.random() < 0.4 else {}
    return qrels, results


scores = []
for seed in range(10):
    for ignored in (True, False):
        qrels, results = collection(seed)
        scores.append(EvaluateRetrieval.evaluate(qrels, results, CUTOFFS, ignore_identical_ids=ignored))
        if not ignored:  # what BEIR computes by itself
            names = ("mrr", "recall_cap", "hole", "accuracy")
            scores.append([EvaluateRetrieval.evaluate_custom(qrels, results, CUTOFFS, name) for name in names])
sys.stdout.write(json.dumps({"module": sys.modules["pytrec_eval"].__name__, "scores": scores}))
