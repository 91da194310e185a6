"""pytrec_eval on TREC text: `python -m benchmarks.peers.pytrec_eval QRELS RUN...`. It has no RBP."""

import json
import sys
import time
from pathlib import Path

import pytrec_eval

MEASURES = {
    "nDCG@10": "ndcg_cut_10",
    "AP": "map",
    "P@10": "P_10",
    "RR": "recip_rank",
    "R@100": "recall_100",
    "Bpref": "bpref",
}


def main(judgments: str, *runs: str) -> None:
    """Evaluate one run after the other, each averaged over all judged queries."""
    begun = time.perf_counter()
    with open(judgments, encoding="utf-8") as lines:
        qrels = pytrec_eval.parse_qrel(lines)
    reading = time.perf_counter() - begun
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, MEASURES.values())
    means = {}
    for path in runs:
        begun = time.perf_counter()
        with open(path, encoding="utf-8") as lines:
            run = pytrec_eval.parse_run(lines)
        reading += time.perf_counter() - begun
        scores = evaluator.evaluate(run).values()
        means[Path(path).stem] = {
            ours: sum(each[theirs] for each in scores) / len(qrels) for ours, theirs in MEASURES.items()
        }
    json.dump({"means": means, "reading": reading}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
