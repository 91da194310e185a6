"""evalsql in process: `python -m benchmarks.peers.in_process QRELS RUN MEASURE...`."""

import json
import sys

import evalsql
from benchmarks.peers import timed


def main(judgments: str, path: str, *measures: str) -> None:
    """Evaluate the run once, then again with the clock on."""

    def evaluate() -> dict:
        board = evalsql.Evaluation(path, judgments, measures=measures, keep=False).leaderboard(measures)
        means = {run: dict(zip(board.columns[1:], values, strict=True)) for run, *values in board.fetchall()}
        return {"means": means}

    json.dump(timed(evaluate), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
