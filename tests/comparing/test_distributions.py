"""The distribution functions of the tests: of Python against SciPy and statsmodels, of SQL against those of Python."""

from itertools import product

import numpy as np
import pytest
from distribution_grids import DEAR, DF, DIGITS, GRIDS, INFINITE, assert_close, assert_twins, values
from scipy import stats
from statsmodels.stats.power import TTestPower


@DIGITS
@pytest.mark.parametrize("function", sorted(set(GRIDS) - DEAR))
def test_the_twin_in_sql_gives_the_same(function: str) -> None:
    assert_twins(function)


def test_tails_are_those_of_scipy() -> None:
    rows = list(product(*GRIDS["t_tail"]))
    assert_close(values("t_tail", rows), [2 * stats.t.sf(abs(t), df) for t, df in rows], rows)
    rows = list(product(*GRIDS["f_tail"]))
    assert_close(values("f_tail", rows), [stats.f.sf(*row) for row in rows], rows)
    rows = list(product(*GRIDS["chi2_tail"]))
    assert_close(values("chi2_tail", rows), [stats.chi2.sf(*row) for row in rows], rows)
    rows = list(product(*GRIDS["normal_tail"]))
    assert_close(values("normal_tail", rows), [2 * stats.norm.sf(abs(z)) for (z,) in rows], rows)
    assert_close(values("normal_cdf", rows), [stats.norm.cdf(z) for (z,) in rows], rows)


@DIGITS
def test_quantiles_are_those_of_scipy() -> None:
    rows = list(product(*GRIDS["t_quantile"]))
    assert_close(values("t_quantile", rows), [stats.t.ppf(*row) for row in rows], rows)
    rows = list(product(*GRIDS["normal_quantile"]))
    assert_close(values("normal_quantile", rows), [stats.norm.ppf(p) for (p,) in rows], rows)


def test_the_tail_of_signs_is_the_binomial_test() -> None:
    rows = [(k, n) for n in (0, 1, 2, 5, 50, 51, 249, 1000) for k in {0, 1, n // 3, n // 2, (n + 1) // 2, n} if k <= n]
    expected = [stats.binomtest(k, n).pvalue if n else 1 for k, n in rows]
    for udf in (True, False):
        assert_close(values("sign_tail", rows, udf), expected, rows)


def test_the_tail_of_signed_ranks_is_that_of_scipy() -> None:
    random = np.random.default_rng(6)
    samples = [random.normal(shift, 1, n) for n in (1, 2, 3, 4, 5, 10, 25, 50) for shift in (0, 0.5, 2)]
    tests = [stats.wilcoxon(sample, method="exact") for sample in samples]
    rows = [(test.statistic, len(sample)) for test, sample in zip(tests, samples, strict=True)] + [(0, 0)]
    for udf in (True, False):
        assert_close(values("signed_rank_tail", rows, udf), [*(test.pvalue for test in tests), 1], rows)


def test_the_tail_of_rank_sums_is_that_of_scipy() -> None:
    random = np.random.default_rng(6)
    sizes = [(1, 1), (1, 5), (2, 3), (5, 3), (8, 8), (8, 40), (25, 3)]
    samples = [(random.normal(shift, 1, m), random.normal(0, 1, n)) for m, n in sizes for shift in (0, 1, 3)]
    tests = [stats.mannwhitneyu(*sample, method="exact") for sample in samples]
    lengths = [(len(one), len(two)) for one, two in samples]
    rows = [(min(test.statistic, m * n - test.statistic), m, n) for test, (m, n) in zip(tests, lengths, strict=True)]
    for udf in (True, False):
        assert_close(values("rank_sum_tail", rows, udf), [test.pvalue for test in tests], rows)


def test_the_tail_of_ranges_is_that_of_scipy() -> None:
    rows = list(product([0.5, 3.5, 5, 8], [2, 24, 129], [2, 38, 7000, INFINITE]))
    expected = [stats.studentized_range.sf(*row) for row in rows]
    assert_close(values("range_tail", rows), expected, rows, absolute=1e-10)


def test_the_range_of_two_values_is_a_difference() -> None:
    rows = list(product([1e-6, 0.1, 2, 4, 9, 30], [2], DF[1:]))
    expected = [2 * stats.t.sf(q / np.sqrt(2), df) for q, _, df in rows]
    assert_close(values("range_tail", rows), expected, rows, absolute=1e-14)
    assert_close(values("range_tail", rows[::7], udf=False), expected[::7], rows[::7], absolute=1e-12)


def long_the_quantile_of_ranges_is_where_the_tail_is_as_long() -> None:
    rows = list(product([0.05, 0.95, 0.999], [2, 3, 129], [3, 38, 6272]))
    found = values("range_quantile", rows)
    tails = values("range_tail", [(q, k, df) for q, (_, k, df) in zip(found, rows, strict=True)])
    assert_close([1 - tail for tail in tails], [p for p, *_ in rows], rows)
    assert found[rows.index((0.95, 3, 38))] == pytest.approx(stats.studentized_range.ppf(0.95, 3, 38), rel=1e-9)


def test_many_ranges_take_no_time() -> None:
    random = np.random.default_rng(6)
    rows = [(q, 129, 6272) for q in random.normal(4, 2, 8256)]
    sample = random.choice(len(rows), 8, replace=False)
    found = values("range_tail", rows)
    expected = [stats.studentized_range.sf(*rows[place]) for place in sample]
    assert_close([found[place] for place in sample], expected, list(sample), absolute=1e-10)


@DIGITS
def test_power_is_that_of_statsmodels() -> None:
    rows = list(product([0, 0.05, 0.2, 0.5, -0.8, 1.5], [2, 3, 10, 50, 250, 5000], [0.001, 0.05]))
    expected = [TTestPower().power(*row) for row in rows]
    sure = [place for place, power in enumerate(expected) if not np.isnan(power)]  # SciPy has none of the far tails
    assert len(sure) > 50
    for udf in (True, False):
        found = values("t_power", rows, udf)
        assert_close([found[p] for p in sure], [expected[p] for p in sure], [rows[p] for p in sure], absolute=1e-12)


def test_the_smallest_effect_reaches_the_power() -> None:
    rows = list(product([2, 10, 50, 7000], [0.001, 0.05], [0.2, 0.8, 0.99]))
    found = values("smallest_effect", rows)
    reached = values("t_power", [(d, n, a) for d, (n, a, _) in zip(found, rows, strict=True)])
    assert_close(reached, [power for *_, power in rows], rows)
    expected = TTestPower().solve_power(nobs=50, alpha=0.05, power=0.8)
    assert found[rows.index((50, 0.05, 0.8))] == pytest.approx(expected, rel=1e-6)
    assert values("smallest_effect", [(10, 0.05, 0.05), (1, 0.05, 0.8)]) == [0, None]


@DIGITS
@pytest.mark.parametrize("function", sorted(DEAR))
def long_the_twin_in_sql_gives_the_same(function: str) -> None:
    assert_twins(function)


def long_as_many_queries_as_are_needed_and_no_more() -> None:
    rows = [
        (effect, alpha, power) for effect in (0.01, 0.2, 0.5, -1, 3) for alpha in (0.001, 0.05) for power in (0.5, 0.8)
    ]
    needed = values("queries_needed", rows)
    enough = values("t_power", [(e, n, a) for (e, a, _), n in zip(rows, needed, strict=True)])
    short = values("t_power", [(e, max(n - 1, 2), a) for (e, a, _), n in zip(rows, needed, strict=True)])
    for (_, _, power), n, reached, before in zip(rows, needed, enough, short, strict=True):
        assert reached >= power
        assert n == 2 or before < power
    for udf in (True, False):
        extremes = [(0, 0.05, 0.8), (0.001, 0.05, 0.8), (0.5, 0.05, 0.05), (1e12, 0.05, 0.8)]
        assert values("queries_needed", extremes, udf) == [None, None, 2, 2]
