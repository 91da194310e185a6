"""Made-up scores for tests of what compares runs."""

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa


def of_means(means: Mapping[str, Sequence[float]]) -> pa.Table:
    """A table of scores with one query: the means of runs r000, r001, ... by each measure."""
    return of_scores({measure: [[value] for value in values] for measure, values in means.items()})


def of_scores(scores: Mapping[str, Sequence[Sequence[float]]]) -> pa.Table:
    """A table of scores: for each measure a row a run and a column a query, None where there is none."""
    rows = [
        {"run": f"r{run:03}", "query_id": f"q{query:03}", "metric": measure, "value": None if v is None else float(v)}
        for measure, matrix in scores.items()
        for run, values in enumerate(matrix)
        for query, v in enumerate(values)
    ]
    return pa.Table.from_pylist(rows)


def random_means(seed: int, runs: int, levels: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Two lists of numbers that are somewhat alike, of so many different values; of any where None."""
    random = np.random.default_rng(seed)
    one = random.random(runs)
    two = 0.5 * one + 0.5 * random.random(runs)
    if levels:
        one, two = np.floor(one * levels) / levels, np.floor(two * levels) / levels
    return one, two
