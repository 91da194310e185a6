"""The tests of pairs on scores of real systems that do not differ: how often they say so all the same.

Two halves of the queries, in pairs by chance, are two samples of one system: their scores differ by nothing but chance,
whatever their distribution. Each comparison takes another split, so that they hang together little.
"""

import csv
from functools import cache

import numpy as np
import pyarrow as pa
import pytest
from places import COLLECTIONS
from scipy import stats

from evalsql.comparing.choices import names
from evalsql.comparing.compare import decide, over_all, put_comparisons
from evalsql.comparing.origin import read_scores

pytestmark = [
    pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}"),
]

MATRICES = sorted((COLLECTIONS / "score_matrices").glob("*.csv")) if COLLECTIONS.is_dir() else []
SPLITS = 250  # of each matrix
PAIRED = ("paired_t", "wilcoxon", "sign", "randomisation", "bootstrap")


def matrix(path) -> np.ndarray:
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return np.array(rows[1:], dtype=float)


@cache
def shares_of_errors() -> dict[str, float]:
    """By test, the share of comparisons of a system with itself that are significant at .05."""
    chance = np.random.default_rng(1)
    columns: dict[str, list] = {"run": [], "query_id": [], "metric": [], "value": []}
    for number, path in enumerate(MATRICES):
        values = matrix(path)
        for split in range(SPLITS):
            one = values[chance.permutation(len(values)), chance.integers(values.shape[1])]
            size = len(one) // 2
            for run, half in {"a": one[:size], "b": one[size : 2 * size]}.items():
                columns["run"] += [run] * size
                columns["query_id"] += [f"q{query:02}" for query in range(size)]
                columns["metric"] += [f"{number}-{split}"] * size
                columns["value"] += half.tolist()
    found = read_scores(pa.table(columns), None)
    decided = decide(PAIRED, "none", resamples=1000)
    put_comparisons(found, decided)
    return dict(
        found.connection.execute(
            "select test, count(*) filter (p_value < 0.05) / count(*) from evalsql_comparisons group by all"
        ).fetchall()
    )


@pytest.mark.parametrize("test", PAIRED)
def long_a_test_errs_as_often_as_it_says(test: str) -> None:
    comparisons = len(MATRICES) * SPLITS
    lowest, highest = stats.binom.interval(0.999, comparisons, 0.05)
    # the p-values of the sign test are few, so that it errs less often than it says
    assert shares_of_errors()[test] * comparisons <= highest
    if test != "sign":
        assert shares_of_errors()[test] * comparisons >= lowest


FAMILIES = 40  # of each matrix
OVER_ALL = ("tukey", "randomised_tukey", "nemenyi")
TOGETHER = ("anova", "friedman")


@cache
def shares_of_families() -> dict[str, float]:
    """By test, in what share of families of runs that do not differ some pair, or all together, is significant.

    The scores of each query are dealt out to ten runs by chance.
    """
    chance = np.random.default_rng(2)
    columns: dict[str, list] = {"run": [], "query_id": [], "metric": [], "value": []}
    for number, path in enumerate(MATRICES):
        values = matrix(path)
        for family in range(FAMILIES):
            chosen = values[:, chance.choice(values.shape[1], 10, replace=False)]
            dealt = chance.permuted(chosen, axis=1)
            columns["run"] += [f"r{run}" for _ in dealt for run in range(10)]
            columns["query_id"] += [f"q{query:02}" for query in range(len(dealt)) for _ in range(10)]
            columns["metric"] += [f"{number}-{family}"] * dealt.size
            columns["value"] += dealt.ravel().tolist()
    found = read_scores(pa.table(columns), None)
    decided = decide((*OVER_ALL, "conover"), "none", resamples=500)
    put_comparisons(found, decided)
    shares = dict(
        found.connection.execute(
            """
            select test, avg(case when test = 'conover' then share else (share > 0)::integer end)
            from (
                select test, metric, count(*) filter (p_value < 0.05) / count(*) as share
                from evalsql_comparisons group by all
            )
            group by all
            """
        ).fetchall()
    )
    together = over_all(found, decided)
    return shares | {
        name: np.mean([row["p_value"] < 0.05 for row in together if row["test"] == name]) for name in TOGETHER
    }


@pytest.mark.parametrize("test", [*OVER_ALL, *TOGETHER, "conover"])
def long_a_test_of_many_runs_errs_as_often_as_it_says(test: str) -> None:
    families = len(MATRICES) * FAMILIES
    lowest, highest = stats.binom.interval(0.999, families, 0.05)
    assert shares_of_families()[test] * families <= highest
    if test != "nemenyi":  # which errs less often
        assert shares_of_families()[test] * families >= lowest


def long_each_test_is_among_them() -> None:
    assert {*PAIRED, *OVER_ALL, "conover"} == set(names("significance"))
    assert set(TOGETHER) == set(names("significance", "runs"))
