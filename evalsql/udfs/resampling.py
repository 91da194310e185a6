"""Resampling for the significance tests, for many pairs of runs at once; sql/significance has their twins in SQL.

What is drawn comes from md5 of the seed and the number of the resample, which is the same on every machine, and is the
same for all pairs. Sums of doubles may differ in their last digits between machines, so what decides is compared with a
tolerance far above that and far below what matters.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa

from evalsql.connections import open_bare
from evalsql.udfs.arrow import column_of, column_of_lists, lists

CHUNK = 4_000_000  # numbers at a time: 32 MB
TOLERANCE = 1e-12  # of the sum of absolute differences
T_TOLERANCE = 1e-9
CONSTANT = 1e-12  # a variance this small beside the mean square is rounding


def randomisation(
    differences: pa.ChunkedArray, resamples: pa.ChunkedArray, seed: pa.ChunkedArray, itself: pa.ChunkedArray
) -> pa.Array:
    """The p-value of the sign-flip test for each list of differences: of the share that is as far from 0, or farther.

    If there are no more ways to flip signs than resamples, all of them are tried, and the p-value is exact;
    otherwise it is (count + 1) / (resamples + 1). Without `itself` the share is that farther from 0, and 1 is not
    added.
    """

    def tail(rows: np.ndarray, resamples: int, seed: int, itself: bool) -> np.ndarray:
        is_far, tolerance = (np.greater_equal, -TOLERANCE) if itself else (np.greater, TOLERANCE)
        limit = np.abs(rows.sum(axis=1)) + tolerance * np.abs(rows).sum(axis=1)
        count, tried = np.zeros(len(rows)), 0
        for signs in flips(rows.shape[1], resamples, seed):
            for part in parts(len(rows), len(signs)):
                count[part] += is_far(np.abs(signs @ rows[part].T), limit[part]).sum(axis=0)
            tried += len(signs)
        return count / tried if all_ways(rows.shape[1], resamples) else (count + itself) / (tried + 1)

    return column_of(np.array(by_length(tail, differences, resamples, seed, itself), float))


def bootstrap(differences: pa.ChunkedArray, resamples: pa.ChunkedArray, seed: pa.ChunkedArray) -> pa.Array:
    """The achieved significance level of the studentized paired bootstrap for each list of differences (Sakai 2006).

    It is the share of resamples of the differences less their mean whose t is as far from 0 as that of the differences,
    or farther; the t of a resample without variance is 0.
    """

    def tail(rows: np.ndarray, resamples: int, seed: int) -> np.ndarray:
        count = np.zeros(len(rows))
        with np.errstate(divide="ignore", invalid="ignore"):
            observed, centered = studentized(rows)
            for counts in draws(rows.shape[1], resamples, seed):
                for part in parts(len(rows), len(counts)):
                    t = np.abs(t_of(counts @ centered[part].T, counts @ (centered[part] ** 2).T, rows.shape[1]))
                    count[part] += (t >= observed[part] - T_TOLERANCE * np.maximum(1, observed[part])).sum(axis=0)
        return count / resamples

    return column_of(np.array(by_length(tail, differences, resamples, seed), float))


def bootstrap_difference(
    differences: pa.ChunkedArray, resamples: pa.ChunkedArray, seed: pa.ChunkedArray, alpha: pa.ChunkedArray
) -> pa.Array:
    """The difference that would be significant at alpha, for each list of differences (Sakai 2006).

    It is the absolute mean of the resample, of the differences less their mean, whose absolute t is the
    ceil(resamples * alpha)-th largest.
    """

    def estimate(rows: np.ndarray, resamples: int, seed: int, level: float) -> np.ndarray:
        place = int(np.ceil(round(resamples * level, 9))) - 1
        found = np.zeros(len(rows))
        with np.errstate(divide="ignore", invalid="ignore"):
            _, centered = studentized(rows)
            for part in parts(len(rows), 2 * resamples):
                sums = np.abs(resampled(centered[part], resamples, seed))
                squares = resampled(centered[part] ** 2, resamples, seed)
                t = t_of(sums, squares, rows.shape[1])
                # of equal t the larger mean, whatever their last digits
                order = np.lexsort((-sums, -np.round(t, 9)))[:, place]
                found[part] = sums[np.arange(len(sums)), order] / rows.shape[1]
        return found

    return column_of(np.array(by_length(estimate, differences, resamples, seed, alpha), float))


def bootstrap_means(differences: pa.ChunkedArray, resamples: pa.ChunkedArray, seed: pa.ChunkedArray) -> pa.Array:
    """The means of the resamples of each list of differences, in the order of the resamples."""

    def means(rows: np.ndarray, resamples: int, seed: int) -> np.ndarray:
        return resampled(rows, resamples, seed) / rows.shape[1]

    return column_of_lists(by_length(means, differences, resamples, seed))


def resampled(rows: np.ndarray, resamples: int, seed: int) -> np.ndarray:
    """The sums of the resamples of each row; what is drawn takes longest, and is drawn once for all."""
    sums, start = np.empty((len(rows), resamples)), 0
    for counts in draws(rows.shape[1], resamples, seed):
        for one, row in enumerate(rows):  # one at a time: then no sum depends on what else is there
            sums[one, start : start + len(counts)] = counts @ row
        start += len(counts)
    return sums


def by_length(
    function: Callable[..., np.ndarray], differences: pa.ChunkedArray, *arguments: pa.ChunkedArray
) -> list[Any]:
    """Apply a function to lists, once per length and arguments."""
    rows = lists(differences)
    if not all(map(len, rows)):
        raise ValueError("there are no differences in a list")
    found: list = [None] * len(rows)
    keys = zip(map(len, rows), *(each.to_pylist() for each in arguments), range(len(rows)), strict=True)
    for (_, *given), alike in groupby(sorted(keys), key=lambda key: key[:-1]):
        places = [place for *_, place in alike]
        values = function(np.stack([rows[place] for place in places]), *given)
        for place, value in zip(places, values, strict=True):
            found[place] = value
    return found


def parts(size: int, width: int) -> Iterator[slice]:
    """Slices of so many rows that what is made of each is not large."""
    step = max(1, CHUNK // width)
    for start in range(0, size, step):
        yield slice(start, start + step)


def studentized(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The absolute t of each row, and the rows less their means."""
    mean = rows.mean(axis=1)
    centered = rows - mean[:, None]
    variance = (centered**2).sum(axis=1) / max(1, rows.shape[1] - 1)
    constant = variance <= CONSTANT * (rows**2).mean(axis=1)
    t = np.abs(mean) / np.sqrt(variance / rows.shape[1])
    # rows that are always the same are infinitely far from 0, unless they are 0
    return np.where(constant, np.where(mean == 0, 0.0, np.inf), t), centered


def t_of(sums: np.ndarray, squares: np.ndarray, n: int) -> np.ndarray:
    """The t of samples of n, from their sums and the sums of their squares; 0 if all their values are the same."""
    mean = sums / n
    variance = (squares - sums * mean) / max(1, n - 1)
    return np.where(variance <= CONSTANT * squares / n, 0.0, mean / np.sqrt(variance / n))


def all_ways(n: int, resamples: int) -> bool:
    """Whether there are no more ways to flip n signs than resamples."""
    return 2**n <= resamples  # of integers: a double ends at 2^1024


def flips(n: int, resamples: int, seed: int) -> Iterator[np.ndarray]:
    """The signs of n differences in each resample, 1 or -1, in chunks of resamples; all that there are, if few."""
    if all_ways(n, resamples):
        yield signs_of(np.arange(2**n, dtype=np.uint64)[:, None], n)
    elif n * resamples <= CHUNK:
        yield all_flips(n, resamples, seed)
    else:
        for part in parts(resamples, n):
            yield signs_of(hashes("signs", seed, part, resamples, -(-n // 64)), n)


@lru_cache(maxsize=2)
def all_flips(n: int, resamples: int, seed: int) -> np.ndarray:
    """The signs of all resamples."""
    return signs_of(hashes("signs", seed, slice(0, resamples), resamples, -(-n // 64)), n)


def signs_of(numbers: np.ndarray, n: int) -> np.ndarray:
    """A sign for each bit: -1 if it is set."""
    places = np.arange(n)
    bits = (numbers[:, places // 64] >> (places % 64).astype(np.uint64)) & np.uint64(1)
    return 1.0 - 2.0 * bits


def draws(n: int, resamples: int, seed: int) -> Iterator[np.ndarray]:
    """How often each of n differences was drawn in each resample, in chunks of resamples."""
    if n * resamples <= CHUNK:
        yield all_draws(n, resamples, seed)
    else:
        for part in parts(resamples, n):
            yield drawn(n, part, resamples, seed)


@lru_cache(maxsize=2)
def all_draws(n: int, resamples: int, seed: int) -> np.ndarray:
    """How often each was drawn, of all resamples."""
    return drawn(n, slice(0, resamples), resamples, seed)


def drawn(n: int, part: slice, resamples: int, seed: int) -> np.ndarray:
    """How often each of n was drawn in some resamples. A number of 64 bits gives several: its digits to the base n."""
    each, base = draws_a_number(n), np.uint64(n)
    numbers = hashes("draws", seed, part, resamples, -(-n // each))
    digits = np.empty((*numbers.shape, each), dtype=np.int64)
    for place in range(each):
        rest = numbers // base
        digits[:, :, place] = numbers - rest * base
        numbers = rest
    places = digits.reshape(len(digits), -1)[:, :n]
    return np.array([np.bincount(row, minlength=n) for row in places], dtype=float)


def draws_a_number(n: int) -> int:
    """How many draws of one of n a number of 64 bits gives, so that no two are likelier than others by 1 in 2^20."""
    return 1 if n < 2 else max(1, int(np.floor(44 / np.log2(n))))


def hashes(purpose: str, seed: int, part: slice, resamples: int, blocks: int) -> np.ndarray:
    """Numbers of 64 bits for some of the resamples, so many of them for each."""
    last = min(part.stop, resamples)
    with open_bare() as own:
        found = own.execute(
            """
            select md5_number_lower(concat($purpose, ':', $seed, ':', resample, ':', block)) as number
            from range($first, $last) as resamples(resample), range($blocks) as blocks(block)
            order by resample asc, block asc
            """,
            {"purpose": purpose, "seed": seed, "first": part.start, "last": last, "blocks": blocks},
        ).fetchnumpy()
    return np.asarray(found["number"], dtype=np.uint64).reshape(last - part.start, blocks)


FUNCTIONS = (
    ("evalsql_randomisation", ["DOUBLE[]", "BIGINT", "BIGINT", "BOOLEAN"], "DOUBLE", randomisation),
    ("evalsql_bootstrap", ["DOUBLE[]", "BIGINT", "BIGINT"], "DOUBLE", bootstrap),
    ("evalsql_bootstrap_difference", ["DOUBLE[]", "BIGINT", "BIGINT", "DOUBLE"], "DOUBLE", bootstrap_difference),
    ("evalsql_bootstrap_means", ["DOUBLE[]", "BIGINT", "BIGINT"], "DOUBLE[]", bootstrap_means),
)
