"""The power of the paired t test, by SciPy's noncentral F, the square of a noncentral t."""

import numpy as np

from evalsql.udfs.distributions import numeric, t_quantile

MOST = 1_000_000  # queries


def t_power(effect: np.ndarray, n: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """How likely the two-sided test over n >= 2 queries finds a mean difference of so many deviations."""
    from scipy.special import ncfdtr

    critical = -t_quantile(alpha / 2, n - 1)
    center = np.minimum(np.abs(effect) * np.sqrt(n), 1e8)  # SciPy fails beyond, where the power is 1
    power = 1 - ncfdtr(1, n - 1, center**2, critical**2)
    lost = np.isnan(power)  # SciPy gives up at some values, most of them where the power is 1
    power[lost] = power_by_sum(center[lost], critical[lost], n[lost] - 1)
    return power


def power_by_sum(center: np.ndarray, critical: np.ndarray, df: np.ndarray) -> np.ndarray:
    """The same as a sum over the normal value, which is good where that value alone decides, or nothing is left to."""
    from scipy.special import chdtr

    z = np.arange(-90, 91) / 10
    reached = np.maximum(0, center[:, None] + z) / critical[:, None]
    weights = np.exp(-(z**2) / 2) / np.sqrt(200 * np.pi)
    return (weights * chdtr(df[:, None], df[:, None] * reached**2)).sum(axis=1)


def queries_needed(effect: np.ndarray, alpha: np.ndarray, power: np.ndarray) -> np.ndarray:
    """The fewest queries with which the test has that power; 0 if a million are too few."""
    # so many of a normal distribution, and a few more or less; if that is far off, it is sought among all
    guess = needed_by_normal(effect, alpha, power)
    low, high = np.maximum(guess - 3, 1), np.minimum(guess + 4, MOST + 1)
    low = np.where((low > 1) & suffices(low, effect, alpha, power), 1, low)
    high = np.where(suffices(high, effect, alpha, power), high, MOST + 1)
    while (apart := high - low > 1).any():
        middle = (low[apart] + high[apart]) // 2
        enough = suffices(middle, effect[apart], alpha[apart], power[apart])
        low[apart], high[apart] = np.where(enough, low[apart], middle), np.where(enough, middle, high[apart])
    return np.where((effect != 0) & (high <= MOST), high, 0)


def needed_by_normal(effect: np.ndarray, alpha: np.ndarray, power: np.ndarray) -> np.ndarray:
    """About how many queries are needed, from 1 to one more than MOST."""
    from scipy.special import ndtri

    critical = ndtri(alpha / 2)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        guess = ((ndtri(power) - critical) / effect) ** 2 + critical**2 / 2
    return np.clip(np.nan_to_num(guess), 1, MOST + 1).astype(int)


def suffices(n: np.ndarray, effect: np.ndarray, alpha: np.ndarray, power: np.ndarray) -> np.ndarray:
    """Whether n queries are enough; more than MOST always are, and 1 never is."""
    return (n > MOST) | ((n > 1) & (t_power(effect, np.clip(n, 2, MOST), alpha) >= power))


def smallest_effect(n: np.ndarray, alpha: np.ndarray, power: np.ndarray) -> np.ndarray:
    """The smallest difference, in standard deviations, that the test over n queries finds with that power."""
    # most pairs of runs have as many queries as others
    (n, alpha, power), places = np.unique([n, alpha, power], axis=1, return_inverse=True)
    low, high = np.full(len(n), -30.0), np.full(len(n), 30.0)
    for _ in range(60):
        middle = (low + high) / 2
        enough = t_power(np.exp(middle), n, alpha) >= power
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.where(power > alpha, np.exp(high), 0)[places.ravel()]


FUNCTIONS = (*numeric(t_power, smallest_effect), *numeric(queries_needed, gives="BIGINT"))
