"""How often intervals of means hold the true one, where it is known: simulated queries, clusters and trials.

`PYTHONPATH=tests/support:tests/comparing python tests/comparing/test_coverage_of_intervals.py` prints the tables of
docs/understand/how_sure.md, in which a share outside the band that chance explains is in bold.
"""

import re
import sys
from collections.abc import Iterator, Sequence

import numpy as np
import pages
import pyarrow as pa
import pytest
from scipy import stats

from evalsql.comparing.clusters import by_clusters
from evalsql.comparing.means import decide_means, put_means
from evalsql.comparing.score_source import read_scores
from evalsql.comparing.trials import components

PAGE = "docs/understand/how_sure.md"
LEVEL, SAMPLES, DRAWN = 0.95, 2000, 1000  # samples of a cell; resamples of a bootstrap, and its samples
RIGHT_SKEWED, STEPS = stats.beta(0.5, 2), np.array([0.0, 0.5, 1.0])
SHAPES = {  # the value of each shape that a share of all are below, and the mean
    "normal": (stats.norm(0.5, 0.15).ppf, 0.5),
    "skewed": (RIGHT_SKEWED.ppf, 0.2),
    "0 or 1": (lambda share: (share > 0.7).astype(float), 0.3),
    "ties (0, ½, 1)": (lambda share: STEPS[(share > 0.6).astype(int) + (share > 0.9)], 0.25),
}
QUERIES, CLUSTERS, TRIALS = (10, 50, 500), (5, 20, 50, 200), (3, 10)
OF_QUERIES, OF_CLUSTERS = ("student", "percentile", "bca", "wilson", "exact"), ("plain", "student", "percentile")
DRAWING = ("percentile", "bca")


def table(values: np.ndarray, columns: Sequence[np.ndarray]) -> pa.Table:
    """Scores of so many runs, queries and measures, as texts."""
    names = dict(zip(("run", "query_id", "metric"), (each.ravel().astype(str) for each in columns), strict=True))
    return pa.table({**names, "value": values.ravel()})


def covered(values: np.ndarray, mean: float, interval: str, groups: np.ndarray | None = None) -> int:
    """How many of the samples, a row each, have an interval that holds the mean."""
    run, query = np.indices(values.shape)
    scores = read_scores(table(values, (run, query, np.full(run.shape, "M"))), None)
    decided = decide_means(interval, 1 - LEVEL, DRAWN)
    if groups is not None:
        clusters = pa.table({"query_id": np.arange(len(groups)).astype(str), "cluster": groups.astype(str)})
        scores = by_clusters(scores, clusters, interval=decided.interval)
    rows = put_means(scores, decided)
    lower, upper = (rows[name].to_numpy() for name in ("lower", "upper"))
    return int(((lower <= mean + 1e-12) & (mean - 1e-12 <= upper)).sum())


def cell(count: int, samples: int) -> str:
    """A share as the table shows it: in bold outside the band of 99.9 %."""
    low, high = stats.binom.interval(0.999, samples, LEVEL)
    text = f"{100 * count / samples:.1f}"
    return text if low <= count <= high else f"**{text}**"


def of_queries(shape: str, size: int, intervals: Sequence[str] = OF_QUERIES) -> list[str]:
    quantile, mean = SHAPES[shape]
    cells = []
    for interval in intervals:
        samples = DRAWN if interval in DRAWING else SAMPLES
        chance = np.random.default_rng([1, size, [*SHAPES].index(shape)])
        fits = shape == "0 or 1" or interval not in ("wilson", "exact")
        values = quantile(chance.random((samples, size)))
        cells.append(cell(covered(values, mean, interval), samples) if fits else "")
    return cells


def of_clusters(shape: str, size: int, intervals: Sequence[str] = OF_CLUSTERS) -> list[str]:
    """The cells of a row of the second: of clusters of 1 to 9 queries, whose normal scores correlate by 0.5."""
    quantile, mean = SHAPES[shape]
    groups = np.repeat(np.arange(size), 1 + np.arange(size) * 4 % 9)
    cells = []
    for interval in intervals:
        samples = DRAWN if interval in DRAWING else SAMPLES
        chance = np.random.default_rng([2, size, [*SHAPES].index(shape)])
        shared, own = chance.normal(size=(samples, size)), chance.normal(size=(samples, len(groups)))
        values = quantile(stats.norm.cdf((shared[:, groups] + own) * 0.5**0.5))
        plain = interval == "plain"
        cells.append(cell(covered(values, mean, "student" if plain else interval, None if plain else groups), samples))
    return cells


def of_trials(shared: float, trials: int, size: int = 50) -> list[str]:
    """The cells of a row of the third: Student's t of the means over trials, and the margin of the components."""
    chance = np.random.default_rng([3, trials, int(100 * shared)])
    of_query, of_trial = chance.normal(size=(SAMPLES, 1, size)), chance.normal(size=(SAMPLES, trials, 1))
    values = 0.5 + 0.15 * of_query + shared * of_trial + 0.15 * chance.normal(size=(SAMPLES, trials, size))
    sample, trial, query = np.indices(values.shape)
    names = np.char.add("r@", trial.astype(str))
    found = components(read_scores(table(values, (names, query, sample)), None, trials="(r)@.*").connection)
    margins = {int(row["metric"]): row["margin"] for row in found}
    inside = sum(abs(values[place].mean() - 0.5) <= margin for place, margin in margins.items())
    return [cell(covered(values.mean(axis=1), 0.5, "student"), SAMPLES), cell(inside, SAMPLES)]


def rows(table: str) -> Iterator[tuple[str, ...]]:
    if table == "queries":
        yield from ((shape, str(size), *of_queries(shape, size)) for shape in SHAPES for size in QUERIES)
    elif table == "clusters":
        yield from ((shape, str(size), *of_clusters(shape, size)) for shape in SHAPES for size in CLUSTERS)
    else:
        for kind, shared in {"chance alone": 0, "a trial is better for all queries": 0.05}.items():
            yield from ((kind, str(trials), *of_trials(shared, trials)) for trials in TRIALS)


def in_page(table: str) -> list[tuple[str, ...]]:
    found = re.search(rf"\| {table} \|.*\n\|[-|:]+\n((?:\|.*\n)+)", pages.read(PAGE))
    assert found is not None, table
    return [tuple(part.strip() for part in line.strip("|").split("|")) for line in found[1].splitlines()]


HEADS = {"queries": "scores", "clusters": "scores of clusters", "trials": "trials differ by"}


def long_a_part_of_the_tables_is_as_it_is_found() -> None:
    queries, clusters = in_page(HEADS["queries"]), in_page(HEADS["clusters"])
    assert list(queries[6][2::3]) == of_queries("0 or 1", 10, ("student", "wilson"))
    assert list(clusters[0][2:4]) == of_clusters("normal", 5, ("plain", "student"))


@pytest.mark.parametrize("name", HEADS)
def weekly_the_tables_are_as_they_are_found(name: str) -> None:
    assert in_page(HEADS[name]) == list(rows(name))


if __name__ == "__main__":
    for name in sys.argv[1:] or HEADS:
        for row in rows(name):
            sys.stdout.write(f"| {' | '.join(row)} |\n")
            sys.stdout.flush()
