"""ir_measures on TREC text: `python -m benchmarks.peers.ir_measures QRELS RUN...`.

It is asked for what pytrec_eval has: its RBP comes from another library, which would take much longer.
"""

import json
import sys
from pathlib import Path

import ir_measures

MEASURES = {"nDCG@10": "nDCG@10", "AP": "AP", "P@10": "P@10", "RR": "RR", "R@100": "R@100", "Bpref": "Bpref"}


def main(judgments: str, *runs: str) -> None:
    """Evaluate one run after the other."""
    measures = {ours: ir_measures.parse_measure(theirs) for ours, theirs in MEASURES.items()}
    evaluator = ir_measures.evaluator(measures.values(), ir_measures.read_trec_qrels(judgments))
    means = {}
    for path in runs:
        found = evaluator.calc_aggregate(ir_measures.read_trec_run(path))
        means[Path(path).stem] = {ours: found[measure] for ours, measure in measures.items()}
    json.dump({"means": means}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
