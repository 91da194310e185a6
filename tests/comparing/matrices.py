"""Scores made on the spot."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pyarrow as pa

from evalsql.comparing.compare import decide
from evalsql.comparing.score_source import read_scores
from evalsql.comparing.scores import Scores
from evalsql.render import statements


def scored_matrix(values: Sequence | np.ndarray, names: Sequence[str] | None = None, **options) -> Scores:
    """The scores of a matrix, of a measure m; what is None or nan is no value. Runs are called a, b, c, ..."""
    return scored_matrices({"m": values}, names, **options)


def scored_matrices(
    matrices: Mapping[str, Sequence | np.ndarray], names: Sequence[str] | None = None, **options
) -> Scores:
    """The scores of matrices, each of a measure of its name."""
    columns: dict[str, list] = {name: [] for name in ("run", "query_id", "metric", "value")}
    for metric, values in matrices.items():
        matrix = np.array(values, dtype=float)
        queries, runs = matrix.shape
        named = names or [chr(ord("a") + place) if runs <= 26 else f"run{place:03}" for place in range(runs)]
        columns["run"] += [named[run] for _ in range(queries) for run in range(runs)]
        columns["query_id"] += [f"q{query:05}" for query in range(queries) for _ in range(runs)]
        columns["metric"] += [metric] * matrix.size
        columns["value"] += [None if np.isnan(value) else value for value in matrix.ravel()]
    return read_scores(pa.table(columns | {"value": pa.array(columns["value"], pa.float64())}), None, **options)


def by_test(found: Scores, test: str, *, udf: bool = True, **options) -> dict[tuple[str, str], tuple]:
    """The statistic and the p-value of a test for each pair of runs, whichever of the two is named first."""
    (said,) = by_measure(found, test, udf=udf, **options).values()
    return said


def by_measure(
    found: Scores, test: str, *, udf: bool = True, baseline: str | None = None, **options
) -> dict[str, dict[tuple[str, str], tuple]]:
    """The same for each measure."""
    found.oppose(baseline)
    values = decide(test, **options).values
    select = statements.comparison("significance", test, udf)
    asked = {name: value for name, value in values.items() if f"${name}" in select}
    rows = found.connection.execute(f"select metric, run, other, statistic, p_value from ({select})", asked).fetchall()
    said: dict[str, dict[tuple[str, str], tuple]] = {}
    for metric, run, other, *values in rows:
        said.setdefault(metric, {})[min(run, other), max(run, other)] = tuple(values)
    return said


def of_means(means: Mapping[str, Sequence[float]]) -> pa.Table:
    """A table of scores with one query: the means of runs r000, r001, ... by each measure."""
    return of_scores({measure: [[value] for value in values] for measure, values in means.items()})


def as_table(rows: Iterable[tuple[str, str, str, float | None]]) -> pa.Table:
    """A table of scores, as `evalsql evaluate -o` writes them: run, query, measure and value."""
    columns = map(list, zip(*rows, strict=True))
    return pa.table(dict(zip(("run", "query_id", "metric", "value"), columns, strict=True)))


def of_scores(scores: Mapping[str, Sequence[Sequence[float]]]) -> pa.Table:
    """A table of scores: for each measure one row per run and one column per query, None where there is none."""
    return as_table(
        (f"r{run:03}", f"q{query:03}", measure, None if v is None else float(v))
        for measure, matrix in scores.items()
        for run, values in enumerate(matrix)
        for query, v in enumerate(values)
    )


def scores_of(run: str, values: Mapping[str, Sequence[float | None]]) -> pa.Table:
    """The scores of one run: of each measure a value for each of the queries q000, q001, ..."""
    return as_table(
        (run, f"q{query:03}", metric, None if v is None else float(v))
        for metric, each in values.items()
        for query, v in enumerate(each)
    )


def random_means(seed: int, runs: int, levels: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Two lists of numbers that are somewhat alike, of so many different values; of any where None."""
    random = np.random.default_rng(seed)
    one = random.random(runs)
    two = 0.5 * one + 0.5 * random.random(runs)
    if levels:
        one, two = np.floor(one * levels) / levels, np.floor(two * levels) / levels
    return one, two
