"""The distribution functions of the significance tests, by SciPy; sql/fragments has their twins."""

from collections.abc import Callable
from functools import cache, wraps

import numpy as np
import pyarrow as pa

from evalsql.udfs.arrow import column_of, doubles


def t_tail(t: np.ndarray, df: np.ndarray) -> np.ndarray:
    """The two-sided p-value of Student's t: the chance of a value as far from 0, or farther."""
    from scipy.special import stdtr

    return 2 * stdtr(df, -np.abs(t))


def t_quantile(p: np.ndarray, df: np.ndarray) -> np.ndarray:
    """The value that Student's t is below with probability p."""
    from scipy.special import stdtrit

    return np.select([p == 0, p == 0.5, p == 1], [-np.inf, 0, np.inf], stdtrit(df, p))


def f_tail(f: np.ndarray, df: np.ndarray, error_df: np.ndarray) -> np.ndarray:
    """The chance of an F as large, or larger."""
    from scipy.special import fdtrc

    return np.where(np.isinf(f), 0, fdtrc(df, error_df, np.where(np.isinf(f), 0, f)))


def chi2_tail(x: np.ndarray, df: np.ndarray) -> np.ndarray:
    """The chance of a chi-squared as large, or larger."""
    from scipy.special import chdtrc

    return chdtrc(df, x)


def normal_tail(z: np.ndarray) -> np.ndarray:
    """The two-sided p-value of a normal value."""
    from scipy.special import ndtr

    return 2 * ndtr(-np.abs(z))


def normal_cdf(z: np.ndarray) -> np.ndarray:
    """The chance of a smaller normal value."""
    from scipy.special import ndtr

    return ndtr(z)


def normal_quantile(p: np.ndarray) -> np.ndarray:
    """The value that a normal value is below with probability p."""
    from scipy.special import ndtri

    return ndtri(p)


def beta_quantile(p: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The value that a beta distribution is below with probability p."""
    from scipy.special import betaincinv

    return betaincinv(a, b, p)


def sign_tail(k: np.ndarray, n: np.ndarray) -> np.ndarray:
    """The exact two-sided p-value of k heads in n throws of a fair coin."""
    from scipy.special import bdtr

    return np.minimum(1, 2 * bdtr(np.minimum(k, n - k), n.astype(int), 0.5))


def signed_rank_tail(w: np.ndarray, n: np.ndarray) -> np.ndarray:
    """The exact two-sided p-value of Wilcoxon's signed ranks: w is the smaller sum of the ranks of n differences."""
    pairs = zip(np.floor(w).astype(int), n.astype(int), strict=True)
    return np.array([min(1, 2 * rank_sums(number)[: rank + 1].sum() / 2.0**number) for rank, number in pairs])


@cache
def rank_sums(n: int) -> np.ndarray:
    """In how many of the 2^n ways to choose from the ranks 1 to n they sum to 0, 1, 2, ..."""
    ways = np.ones(1)
    for rank in range(1, n + 1):
        ways = np.pad(ways, (0, rank)) + np.pad(ways, (rank, 0))
    return ways


def rank_sum_tail(u: np.ndarray, m: np.ndarray, n: np.ndarray) -> np.ndarray:
    """The exact two-sided p-value of Mann and Whitney's U, the smaller one, of m and n values without ties."""
    rows = zip(np.floor(u).astype(int), *(np.sort([m, n], axis=0).astype(int)), strict=True)
    tails = [(ways_to_mix(few, many), smaller) for smaller, few, many in rows]
    return np.array([min(1, 2 * ways[: smaller + 1].sum() / ways.sum()) for ways, smaller in tails])


@cache
def ways_to_mix(m: int, n: int) -> np.ndarray:
    """In how many of the orders of m and n values U is 0, 1, 2, ..."""
    ways = np.zeros(m * n + 1)
    ways[0] = 1
    for i in range(1, m + 1):
        ways[n + i :] -= ways[: -n - i].copy()
        for start in range(i):
            ways[start::i] = ways[start::i].cumsum()
    return ways


def over_arrow(function: Callable[..., np.ndarray], gives: type) -> Callable[..., pa.Array]:
    """A function of arrays of doubles as DuckDB calls it."""

    @wraps(function)  # DuckDB counts the arguments
    def called(*columns: pa.ChunkedArray) -> pa.Array:
        return column_of(function(*map(doubles, columns)).astype(gives, copy=False))

    return called


def numeric(*functions: Callable[..., np.ndarray], gives: str = "DOUBLE") -> tuple[tuple, ...]:
    """The entries of FUNCTIONS for functions of doubles, each called evalsql_ and its name."""
    kind = np.int64 if gives == "BIGINT" else np.float64
    return tuple(
        (f"evalsql_{each.__name__}", ["DOUBLE"] * each.__code__.co_argcount, gives, over_arrow(each, kind))
        for each in functions
    )


FUNCTIONS = numeric(
    t_tail,
    t_quantile,
    f_tail,
    chi2_tail,
    normal_tail,
    normal_cdf,
    normal_quantile,
    beta_quantile,
    sign_tail,
    signed_rank_tail,
    rank_sum_tail,
)
