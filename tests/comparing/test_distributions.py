"""The distribution functions of the tests: of Python against SciPy and statsmodels, of SQL against those of Python."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower
from versions import since

from evalsql import udfs
from evalsql.catalog.templates import expand

INFINITE = float("inf")
DF = [1, 2, 3, 5, 10, 19, 49, 249, 6979, 893000.0]
TAILS = [1e-100, 1e-12, 1e-5, 0.025, 0.1, 0.3, 0.4999, 0.5, 0.6, 0.975, 1 - 1e-10]
# of each function the arguments that both ways to compute it are tried on
GRIDS = {
    "t_tail": ([0, 1e-20, 1e-12, 1e-5, 0.1, 0.5, 1, 2, 3, 5, 10, 40, 1e3, 1e10, 1e100, INFINITE, -2], [*DF, 1e7]),
    "t_quantile": ([0, *TAILS, 1], DF),
    "f_tail": ([0, 1e-10, 0.01, 0.5, 1, 1.2, 2, 5, 100, 1e6, INFINITE], [1, 2, 5, 128], [1, 2, 38, 500, 6272, 893000]),
    "chi2_tail": ([0, 1e-10, 0.01, 0.5, 1, 5, 50, 150, 500, 1400, 1e7, INFINITE], [1, 2, 3, 5, 10, 128, 500]),
    "normal_tail": ([0, 1e-10, 0.3, 1.4, 1.5, 2, 5, 8, 11, 12, 20, 30, 37, 40, -1, -5, INFINITE, -INFINITE],),
    "normal_cdf": ([0, 1e-10, 0.3, 1.4, 1.5, 2, 5, 8, -1.4, -5, -20, -37, -40, INFINITE, -INFINITE],),
    "normal_quantile": ([0, 1e-300, *TAILS, 0.07, 0.08, 0.92, 0.93, 1],),
    "beta_quantile": ([1e-6, 0.025, 0.5, 0.995], [1, 2, 25, 999], [1, 3, 50, 1000]),
    "sign_tail": ([0, 1, 2, 5, 17, 20, 25], [25, 26, 40, 50]),
    "signed_rank_tail": ([0, 1, 3, 14, 27, 28], [7, 10, 25, 50]),
    "rank_sum_tail": ([0, 1, 3, 4, 8, 11, 12], [3, 8], [8, 9, 40, 121]),
    "range_tail": ([0, 0.01, 3.5, 8, 20, INFINITE], [2, 129], [2, 38, 6272, INFINITE]),
    "range_quantile": ([0, 0.95, 1], [3, 24], [38, 6272]),
    "t_power": ([0, 0.01, 0.5, -1, 3, 10, 100], [1, 2, 3, 10, 50, 7000, 1e6], [0.001, 0.05]),
    "smallest_effect": ([1, 2, 3, 10, 50, 7000], [0.001, 0.05], [0.01, 0.8, 0.99]),
    "queries_needed": ([0, 0.01, 0.5], [0.05], [0.8]),
}
DEAR = {
    "beta_quantile",
    "range_tail",
    "range_quantile",
    "smallest_effect",
    "queries_needed",
}  # integrals and searches, in SQL
DIGITS = since("scipy", "1.17", "some of its tails and quantiles have nine digits")


@cache
def connection() -> duckdb.DuckDBPyConnection:
    """A connection with the functions of Python."""
    found = duckdb.connect()
    udfs.register(found)
    return found


def values(function: str, rows: Sequence[tuple], udf: bool = True) -> list[float | None]:
    """What a fragment gives for each row of arguments."""
    names = [f"x{place}" for place in range(len(rows[0]))]
    arguments = [pa.array(column, pa.float64()) for column in zip(*rows, strict=True)]
    connection().register("given", pa.table(arguments, names))
    fragment = expand(f"{{{{ {function}({', '.join(map(repr, names))}) }}}}", udf=udf)
    return [value for (value,) in connection().execute(f"select {fragment} from given").fetchall()]


def assert_close(
    found: Sequence, expected: Sequence, rows: Sequence, relative: float = 1e-10, absolute: float = 1e-290
) -> None:
    for value, right, row in zip(found, expected, rows, strict=True):
        assert value == right or abs(value - right) <= max(relative * abs(right), absolute), (row, value, right)


def assert_twins(function: str) -> None:
    """Fails where the twin in SQL of a function gives something else, or of a null something."""
    rows = list(product(*GRIDS[function]))
    python, sql = (values(function, rows, udf) for udf in (True, False))
    assert [value is None for value in python] == [value is None for value in sql]
    present = [place for place, value in enumerate(python) if value is not None]
    assert_close([sql[place] for place in present], [python[place] for place in present], [rows[p] for p in present])
    usual = [max(each[len(each) // 2], 0.1) for each in GRIDS[function]]
    nulls = [tuple(None if place == gone else x for place, x in enumerate(usual)) for gone in range(len(usual))]
    assert values(function, [*nulls, tuple(usual)])[: len(nulls)] == [None] * len(nulls)
    assert values(function, nulls, False) == [None] * len(nulls)


@DIGITS
@pytest.mark.parametrize("function", sorted(set(GRIDS) - DEAR))
def test_the_twin_in_sql_gives_the_same(function: str) -> None:
    assert_twins(function)


@DIGITS
@pytest.mark.parametrize("function", sorted(DEAR))
def long_the_twin_in_sql_gives_the_same(function: str) -> None:
    assert_twins(function)


SCIPY: dict[str, Callable[..., float]] = {
    "t_tail": lambda t, df: 2 * stats.t.sf(abs(t), df),
    "f_tail": stats.f.sf,
    "chi2_tail": stats.chi2.sf,
    "normal_tail": lambda z: 2 * stats.norm.sf(abs(z)),
    "normal_cdf": stats.norm.cdf,
    "t_quantile": stats.t.ppf,
    "normal_quantile": stats.norm.ppf,
    "beta_quantile": stats.beta.ppf,
}


@pytest.mark.parametrize("function", [pytest.param(f, marks=DIGITS) if "quantile" in f else f for f in SCIPY])
def test_tails_and_quantiles_are_those_of_scipy(function: str) -> None:
    rows = list(product(*GRIDS[function]))
    assert_close(values(function, rows), [SCIPY[function](*row) for row in rows], rows)


def test_tails_of_signs_and_ranks_are_those_of_scipys_tests() -> None:
    signs = [(k, n) for n in (0, 1, 2, 5, 50, 51, 249, 1000) for k in {0, 1, n // 3, n // 2, (n + 1) // 2, n} if k <= n]
    expected = {"sign_tail": {(k, n): stats.binomtest(k, n).pvalue if n else 1 for k, n in signs}}

    random = np.random.default_rng(6)
    samples = [random.normal(shift, 1, n) for n in (1, 2, 3, 4, 5, 10, 25, 50) for shift in (0, 0.5, 2)]
    tests = [(len(sample), stats.wilcoxon(sample, method="exact")) for sample in samples]
    expected["signed_rank_tail"] = {(test.statistic, n): test.pvalue for n, test in tests} | {(0, 0): 1}

    sizes = [(1, 1), (1, 5), (2, 3), (5, 3), (8, 8), (8, 40), (25, 3)]
    pairs = [(random.normal(shift, 1, m), random.normal(0, 1, n)) for m, n in sizes for shift in (0, 1, 3)]
    expected["rank_sum_tail"] = {}
    for one, two in pairs:
        test, m, n = stats.mannwhitneyu(one, two, method="exact"), len(one), len(two)
        expected["rank_sum_tail"][min(test.statistic, m * n - test.statistic), m, n] = test.pvalue

    for function, each in expected.items():
        for udf in (True, False):
            assert_close(values(function, [*each], udf), [*each.values()], [*each])


def test_the_tail_of_ranges_is_that_of_scipy_and_of_two_values_that_of_a_difference() -> None:
    rows = list(product([0.5, 3.5, 5, 8], [2, 24, 129], [2, 38, 7000, INFINITE]))
    expected = [stats.studentized_range.sf(*row) for row in rows]
    assert_close(values("range_tail", rows), expected, rows, absolute=1e-10)
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
    powers = {row: TTestPower().power(*row) for row in rows}
    sure = [row for row in rows if not np.isnan(powers[row])]  # SciPy has none of the far tails
    assert len(sure) > 50
    for udf in (True, False):
        assert_close(values("t_power", sure, udf), [powers[row] for row in sure], sure, absolute=1e-12)


def test_the_smallest_effect_reaches_the_power() -> None:
    rows = list(product([2, 10, 50, 7000], [0.001, 0.05], [0.2, 0.8, 0.99]))
    found = values("smallest_effect", rows)
    reached = values("t_power", [(d, n, a) for d, (n, a, _) in zip(found, rows, strict=True)])
    assert_close(reached, [power for *_, power in rows], rows)
    expected = TTestPower().solve_power(nobs=50, alpha=0.05, power=0.8)
    assert found[rows.index((50, 0.05, 0.8))] == pytest.approx(expected, rel=1e-6)
    assert values("smallest_effect", [(10, 0.05, 0.05), (1, 0.05, 0.8)]) == [0, None]


def long_as_many_queries_as_are_needed_and_no_more() -> None:
    # with two effects for which SciPy's power is hard to invert
    effects = [0.01, 0.2, 0.5, -1, 3, 0.11021884157969333, 0.4376934413291358, *np.geomspace(0.02, 2, 30)]
    rows = list(product(effects, (0.001, 0.05), (0.5, 0.8)))
    needed = values("queries_needed", rows)
    enough = values("t_power", [(e, n, a) for (e, a, _), n in zip(rows, needed, strict=True)])
    short = values("t_power", [(e, max(n - 1, 2), a) for (e, a, _), n in zip(rows, needed, strict=True)])
    for (*_, power), n, reached, before in zip(rows, needed, enough, short, strict=True):
        assert reached >= power
        assert n == 2 or before < power
    for udf in (True, False):
        extremes = [(0, 0.05, 0.8), (0.001, 0.05, 0.8), (0.5, 0.05, 0.05), (1e12, 0.05, 0.8)]
        assert values("queries_needed", extremes, udf) == [None, None, 2, 2]
