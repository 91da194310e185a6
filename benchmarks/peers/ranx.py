"""ranx on Parquet of one run: `python -m benchmarks.peers.ranx QRELS RUN`.

Its bpref is not a number where a query has no document judged not relevant, and its RBP adds up graded relevance, so
that it is another measure where relevance goes above 1. bpref is computed and left out of the means.
"""

import json
import sys
import time

import pandas as pd
import ranx

MEASURES = {
    "nDCG@10": "ndcg@10",
    "AP": "map",
    "P@10": "precision@10",
    "RR": "mrr",
    "RBP": "rbp.80",
    "R@100": "recall@100",
    "Bpref": "bpref",
}


def main(judgments: str, path: str) -> None:
    """Evaluate the run."""
    pd.set_option("future.infer_string", False)  # ranx refuses the texts of pandas 3
    names = {"q_id_col": "query_id", "doc_id_col": "doc_id"}
    begun = time.perf_counter()
    qrels = ranx.Qrels.from_parquet(judgments, **names, score_col="relevance")
    run = ranx.Run.from_parquet(path, **names, score_col="score")
    reading = time.perf_counter() - begun
    found = ranx.evaluate(qrels, run, list(MEASURES.values()))
    means = {ours: float(found[theirs]) for ours, theirs in MEASURES.items() if ours != "Bpref"}
    json.dump({"means": {"sys000": means}, "reading": reading}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
