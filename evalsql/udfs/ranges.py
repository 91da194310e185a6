"""The distribution of the studentized range, of many values at once; SciPy's takes one at a time, and long."""

from typing import Any

import numpy as np

from evalsql.udfs.distributions import numeric

REACH = 60  # a weight of exp(-REACH) is nothing
LARGEST = 1e10  # with more degrees of freedom the estimate is as good as the deviation


def range_tail(q: np.ndarray, k: np.ndarray, df: np.ndarray) -> np.ndarray:
    """The chance that the range of k normal values, divided by an estimate of their deviation, is q or more.

    It is the integral, over the logarithm u of the estimate, of its density times the chance that the range itself is
    q exp(u) or more. The trapezoidal rule finds it, and its steps may lie anywhere; so they lie on one grid for all q,
    and the range itself is looked at there alone.
    """
    result = np.where(q <= 0, 1.0, 0.0)
    ordinary = (q > 0) & np.isfinite(q)
    families, place = np.unique(np.stack([k, df]), axis=1, return_inverse=True)
    for number, (runs, freedom) in enumerate(families.T):
        chosen = ordinary & (place.ravel() == number)
        if chosen.any():
            result[chosen] = studentized(q[chosen], runs, freedom)
    return result


def studentized(q: np.ndarray, k: float, df: float) -> np.ndarray:
    """The same for one number of values and one number of degrees of freedom."""
    if df > LARGEST:
        return range_beyond(q, k)
    step, reach = min(0.05, 0.5 / np.sqrt(df)), REACH / df
    first = np.floor((np.log(q) - np.sqrt(reach) - reach) / step).astype(int)
    places = first[:, None] + np.arange(int((2 * np.sqrt(reach) + reach) / step) + 2)
    few = places.max() - places.min() < places.size
    grid = np.arange(places.min(), places.max() + 1) if few else np.unique(places)
    beyond = range_beyond(np.exp(grid * step), k)[np.searchsorted(grid, places)]
    u = places * step - np.log(q)[:, None]
    weights = step * np.sqrt(df / np.pi) * np.exp(df * (u - np.expm1(2 * u) / 2) - stirling(df / 2))
    return np.minimum((weights * beyond).sum(axis=1), 1)


def stirling(x: float) -> float:
    """By how much the logarithm of the gamma function exceeds Stirling's formula."""
    from scipy.special import gammaln

    if x > 15:
        return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / x**2) / x**2) / x**2) / x
    return gammaln(x) - (x - 0.5) * np.log(x) + x - np.log(2 * np.pi) / 2


def range_beyond(w: np.ndarray, k: float) -> np.ndarray:
    """The chance that the range of k normal values is w or more."""
    from scipy.special import log_ndtr

    middle = np.arange(-64, 65) / 8
    top, bottom = middle + w[:, None] / 2, middle - w[:, None] / 2
    below = log_ndtr(top)
    share = np.minimum(np.exp(log_ndtr(bottom) - below), 1 - 1e-16)
    chance = -np.expm1((k - 1) * np.log1p(-share))
    return k / 8 / np.sqrt(2 * np.pi) * (np.exp(-(top**2) / 2 + (k - 1) * below) * chance).sum(axis=1)


def range_quantile(p: np.ndarray, k: np.ndarray, df: np.ndarray) -> np.ndarray:
    """The value that a studentized range is below with probability p."""
    from scipy.optimize import brentq

    def found(p: float, k: float, df: float) -> float:
        if p in (0, 1):
            return 0.0 if p == 0 else np.inf
        root: Any = brentq(lambda u: studentized(np.exp([u]), k, df)[0] - (1 - p), -30, 30, xtol=1e-14)
        return np.exp(root)

    rows, place = np.unique(np.stack([p, k, df]), axis=1, return_inverse=True)
    return np.array([found(*row) for row in rows.T])[place.ravel()]


FUNCTIONS = numeric(range_tail, range_quantile)
