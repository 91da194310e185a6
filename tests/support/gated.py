"""Many gates at once on scores of real systems: how often each verdict comes, where what is true is known.

The table of docs/gate.md is what `python tests/support/gated.py` prints.
"""

import csv
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
from places import COLLECTIONS

from evalsql.comparing.gate import decide_gate, put_gate
from evalsql.comparing.rules import Rule
from evalsql.comparing.scores import Scores
from evalsql.comparing.versus import read_versus

FOLDER = COLLECTIONS / "score_matrices"
MATRICES = sorted(FOLDER.glob("*.csv")) if FOLDER.is_dir() else []
NDCG = [path for path in MATRICES if "ndcg" in path.name]
NEAR = 0.02  # the means of two systems that a change might lie between
MARGIN = 0.01
LOSSES = (0.0, 0.01, 0.02, 0.05)
SIZES = (25, 50, 100, 500)
TRIALS = 1000
VERDICTS = ("pass", "cannot tell", "fail")


def scores_of(run: str, values: Mapping[str, Sequence[float | None]]) -> pa.Table:
    """The scores of a run: of each measure a value for each query, None where there is none."""
    rows = [
        {"run": run, "query_id": f"q{query:03}", "metric": metric, "value": None if value is None else float(value)}
        for metric, some in values.items()
        for query, value in enumerate(some)
    ]
    return pa.Table.from_pylist(rows)


def matrix(path) -> np.ndarray:
    """The scores of a file: a row a query and a column a system."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return np.array(rows[1:], dtype=float)


def trials(new: Sequence[np.ndarray], old: Sequence[np.ndarray], test: str = "paired_t") -> Scores:
    """The scores of many pairs of a new run and a baseline, each a measure of its own: 0, 1, 2, ..."""

    def table(name: str, lists: Sequence[np.ndarray]) -> pa.Table:
        sizes = [len(each) for each in lists]
        return pa.table(
            {
                "run": pa.array([name]).take(pa.array(np.zeros(sum(sizes), int))),
                "query_id": np.concatenate([np.arange(size) for size in sizes]).astype(str),
                "metric": np.repeat(np.arange(len(lists)), sizes).astype(str),
                "value": np.concatenate(lists),
            }
        )

    scores, _ = read_versus(table("new", new), table("old", old), None, functions=test != "paired_t")
    return scores


def verdicts(
    scores: Scores, rule: Rule, test: str = "paired_t", resamples: int = 500, alpha: float = 0.05
) -> dict[str, int]:
    """How many of the trials get each verdict by a rule, each by itself."""
    rules = [replace(rule, metric=measure) for measure in scores.measures]
    put_gate(scores, decide_gate(test, "none", alpha, resamples=resamples), rules)
    found = dict(scores.connection.execute("select verdict, count(*) from evalsql_gated group by verdict").fetchall())
    return {verdict: found.get(verdict, 0) for verdict in VERDICTS}


def near_pairs(count: int, size: int, seed: int = 1) -> list[np.ndarray]:
    """Differences of systems that are near each other, on so many queries drawn with replacement, of mean 0."""
    chance = np.random.default_rng([seed, size])
    found = []
    while len(found) < count:
        values = matrix_of(int(chance.integers(len(NDCG))))
        one, two = chance.choice(values.shape[1], 2, replace=False)
        difference = values[:, one] - values[:, two]
        if abs(difference.mean()) <= NEAR and difference.std() > 0:
            found.append(chance.choice(difference - difference.mean(), size))
    return found


READ: dict[int, np.ndarray] = {}


def matrix_of(number: int) -> np.ndarray:
    """One of the matrices of nDCG, read once."""
    if number not in READ:
        READ[number] = matrix(NDCG[number])
    return READ[number]


def shares(size: int, count: int = TRIALS, losses: Sequence[float] = LOSSES) -> list[dict[str, float]]:
    """For each true loss, the share of each verdict at so many queries, with a margin of .01."""
    drawn = near_pairs(count, size)
    scores = trials(drawn, [np.zeros(size)] * count)
    # a loss of so much is a margin that is less by it
    found = [verdicts(scores, Rule("non_inferior", None, MARGIN - loss)) for loss in losses]
    return [{verdict: number / count for verdict, number in each.items()} for each in found]


def page() -> str:
    """The table of docs/gate.md."""
    lines = ["| true loss | 25 queries | 50 | 100 | 500 |", "|---|---|---|---|---|"]
    found = {size: shares(size) for size in SIZES}
    for place, loss in enumerate(LOSSES):
        cells = [" / ".join(f"{100 * found[size][place][verdict]:.0f}" for verdict in VERDICTS) for size in SIZES]
        name = "none" if loss == 0 else f"{100 * loss:.0f} point{'s' if loss > 0.01 else ''}"
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    deviations = [each.std(ddof=1) for each in near_pairs(1000, 50)]
    said = f"standard deviation of the differences: {np.percentile(deviations, [10, 50, 90]).round(3)}"
    sys.stdout.write(f"{said}\n{page()}\n")
