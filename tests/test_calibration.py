"""The tests of pairs on scores of real systems that do not differ: how often they say so all the same.

Two halves of the queries, in pairs by chance, are two samples of one system: their scores differ by nothing but chance,
whatever their distribution. Each comparison takes another split, so that they hang together little.
"""

import csv
from functools import cache

import numpy as np
import pyarrow as pa
import pytest
from conftest import COLLECTIONS
from scipy import stats

from evalsql.comparing.comparison import Decided, carry_out, decide
from evalsql.comparing.scored import scored
from evalsql.comparing.significance import known_tests

pytestmark = pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")

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
    found = scored(pa.table(columns), None)
    decided: Decided = decide(PAIRED, "none", resamples=1000)
    carry_out(found, decided)
    return dict(
        found.connection.execute(
            "select test, count(*) filter (p_value < 0.05) / count(*) from evalsql_comparisons group by all"
        ).fetchall()
    )


@pytest.mark.parametrize("test", PAIRED)
def test_a_test_errs_as_often_as_it_says(test: str) -> None:
    comparisons = len(MATRICES) * SPLITS
    lowest, highest = stats.binom.interval(0.999, comparisons, 0.05)
    # the p-values of the sign test are few, so that it errs less often than it says
    assert shares_of_errors()[test] * comparisons <= highest
    if test != "sign":
        assert shares_of_errors()[test] * comparisons >= lowest


def test_each_paired_test_is_among_them() -> None:
    assert set(PAIRED) <= set(known_tests("pairs"))
