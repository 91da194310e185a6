"""pyndeval on TREC text, timed in process: `python -m benchmarks.peers.pyndeval QRELS RUN`."""

import json
import sys
import time
from pathlib import Path

import pyndeval

from benchmarks.peers import timed


def read(judgments: str, path: str) -> tuple[list[tuple], list[tuple]]:
    """The judgments and the run, as pyndeval takes them."""
    with open(judgments, encoding="utf-8") as lines:
        qrels = [(q, subtopic, doc, int(relevance)) for q, subtopic, doc, relevance in map(str.split, lines)]
    with open(path, encoding="utf-8") as lines:
        run = [(q, doc, float(score)) for q, _, doc, _, score, _ in map(str.split, lines)]
    return qrels, run


def main(judgments: str, path: str) -> None:
    """Evaluate the run once, then again with the clock on."""

    def evaluate() -> dict:
        begun = time.perf_counter()
        qrels, run = read(judgments, path)
        reading = time.perf_counter() - begun
        scores = [each["alpha-nDCG@20"] for each in pyndeval.ndeval(qrels, run, ["alpha-nDCG@20"], alpha=0.5).values()]
        means = {"alpha_nDCG@20": sum(scores) / len({query for query, *_ in qrels})}
        return {"means": {Path(path).stem: means}, "reading": reading}

    json.dump(timed(evaluate), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
