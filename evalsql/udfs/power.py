"""The power of the paired t test, by SciPy's noncentral F, the square of a noncentral t."""

import numpy as np

from evalsql.udfs.distributions import numeric, t_quantile

MOST = 1_000_000  # queries


def t_power(effect: np.ndarray, n: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """How likely the two-sided test over n >= 2 queries finds a mean difference of so many deviations."""
    from scipy.special import ncfdtr

    critical = -t_quantile(alpha / 2, n - 1)
    centre = np.minimum(np.abs(effect) * np.sqrt(n), 1e8)  # SciPy fails beyond, where the power is 1
    power = 1 - ncfdtr(1, n - 1, centre**2, critical**2)
    lost = np.isnan(power)  # SciPy gives up at some values, most of them where the power is 1
    power[lost] = power_by_sum(centre[lost], critical[lost], n[lost] - 1)
    return power


def power_by_sum(centre: np.ndarray, critical: np.ndarray, df: np.ndarray) -> np.ndarray:
    """The same as a sum over the normal value, which is good where that value alone decides, or nothing is left to."""
    from scipy.special import chdtr

    z = np.arange(-90, 91) / 10
    reached = np.maximum(0, centre[:, None] + z) / critical[:, None]
    weights = np.exp(-(z**2) / 2) / np.sqrt(200 * np.pi)
    return (weights * chdtr(df[:, None], df[:, None] * reached**2)).sum(axis=1)


def queries_needed(effect: np.ndarray, alpha: np.ndarray, power: np.ndarray) -> np.ndarray:
    """The fewest queries with which the test has that power; 0 where a million are too few."""
    low, high = np.full(len(effect), 1), np.full(len(effect), MOST + 1)
    while (high - low > 1).any():
        middle = np.where(high - low > 1, (low + high) // 2, high)
        enough = (middle > MOST) | (t_power(effect, np.minimum(middle, MOST), alpha) >= power)
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.where((effect != 0) & (high <= MOST), high, 0)


def smallest_effect(n: np.ndarray, alpha: np.ndarray, power: np.ndarray) -> np.ndarray:
    """The smallest difference, in standard deviations, that the test over n queries finds with that power."""
    low, high = np.full(len(n), -30.0), np.full(len(n), 30.0)
    for _ in range(60):
        middle = (low + high) / 2
        enough = t_power(np.exp(middle), n, alpha) >= power
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.where(power > alpha, np.exp(high), 0)


FUNCTIONS = (*numeric(t_power, smallest_effect), *numeric(queries_needed, gives="BIGINT"))
