"""The distribution functions of the tests: of Python against SciPy and statsmodels, of SQL against those of Python."""

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
    "sign_tail": ([0, 1, 2, 5, 17, 20, 25], [25, 26, 40, 50]),
    "signed_rank_tail": ([0, 1, 3, 14, 27, 28], [7, 10, 25, 50]),
    "rank_sum_tail": ([0, 1, 3, 4, 8, 11, 12], [3, 8], [8, 9, 40, 121]),
    "range_tail": ([0, 0.01, 3.5, 8, 20, INFINITE], [2, 129], [2, 38, 6272, INFINITE]),
    "range_quantile": ([0, 0.95, 1], [3, 24], [38, 6272]),
    "t_power": ([0, 0.01, 0.5, -1, 3, 10, 100], [1, 2, 3, 10, 50, 7000, 1e6], [0.001, 0.05]),
    "smallest_effect": ([1, 2, 3, 10, 50, 7000], [0.001, 0.05], [0.01, 0.8, 0.99]),
    "queries_needed": ([0, 0.01, 0.5], [0.05], [0.8]),
}
DEAR = {"range_tail", "range_quantile", "smallest_effect", "queries_needed"}  # integrals and searches, in SQL


@pytest.fixture(scope="module")
def connection() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    udfs.register(connection)
    return connection


DIGITS = since("scipy", "1.17", "some of its tails and quantiles have nine digits")


def values(
    connection: duckdb.DuckDBPyConnection, function: str, rows: list[tuple], udf: bool = True
) -> list[float | None]:
    """What a fragment gives for each row of arguments."""
    names = [f"x{place}" for place in range(len(rows[0]))]
    arguments = pa.table([pa.array(column, pa.float64()) for column in zip(*rows, strict=True)], names)  # noqa: F841
    fragment = expand(f"{{{{ {function}({', '.join(map(repr, names))}) }}}}", udf=udf)
    return [value for (value,) in connection.execute(f"select {fragment} from arguments").fetchall()]


def assert_close(found: list, expected: list, rows: list, relative: float = 1e-10, absolute: float = 1e-290) -> None:
    for value, right, row in zip(found, expected, rows, strict=True):
        assert value == right or abs(value - right) <= max(relative * abs(right), absolute), (row, value, right)


@DIGITS
@pytest.mark.quick(function=set(GRIDS) - DEAR)
@pytest.mark.parametrize("function", GRIDS)
def test_the_twin_in_sql_gives_the_same(connection: duckdb.DuckDBPyConnection, function: str) -> None:
    rows = list(product(*GRIDS[function]))
    python, sql = (values(connection, function, rows, udf) for udf in (True, False))
    assert [value is None for value in python] == [value is None for value in sql]
    present = [place for place, value in enumerate(python) if value is not None]
    assert_close([sql[place] for place in present], [python[place] for place in present], [rows[p] for p in present])


@pytest.mark.quick(function=set(GRIDS) - DEAR, udf=True)
@pytest.mark.parametrize("udf", [True, False])
@pytest.mark.parametrize("function", GRIDS)
def test_null_gives_null(connection: duckdb.DuckDBPyConnection, function: str, udf: bool) -> None:
    usual = [max(values[len(values) // 2], 0.1) for values in GRIDS[function]]
    rows = [tuple(None if place == gone else x for place, x in enumerate(usual)) for gone in range(len(usual))]
    assert values(connection, function, [*rows, tuple(usual)][: None if udf else -1], udf)[: len(rows)] == [None] * len(
        rows
    )


def test_tails_are_those_of_scipy(connection: duckdb.DuckDBPyConnection) -> None:
    rows = list(product(*GRIDS["t_tail"]))
    assert_close(values(connection, "t_tail", rows), [2 * stats.t.sf(abs(t), df) for t, df in rows], rows)
    rows = list(product(*GRIDS["f_tail"]))
    assert_close(values(connection, "f_tail", rows), [stats.f.sf(*row) for row in rows], rows)
    rows = list(product(*GRIDS["chi2_tail"]))
    assert_close(values(connection, "chi2_tail", rows), [stats.chi2.sf(*row) for row in rows], rows)
    rows = list(product(*GRIDS["normal_tail"]))
    assert_close(values(connection, "normal_tail", rows), [2 * stats.norm.sf(abs(z)) for (z,) in rows], rows)
    assert_close(values(connection, "normal_cdf", rows), [stats.norm.cdf(z) for (z,) in rows], rows)


@DIGITS
def test_quantiles_are_those_of_scipy(connection: duckdb.DuckDBPyConnection) -> None:
    rows = list(product(*GRIDS["t_quantile"]))
    assert_close(values(connection, "t_quantile", rows), [stats.t.ppf(*row) for row in rows], rows)
    rows = list(product(*GRIDS["normal_quantile"]))
    assert_close(values(connection, "normal_quantile", rows), [stats.norm.ppf(p) for (p,) in rows], rows)


def test_the_tail_of_signs_is_the_binomial_test(connection: duckdb.DuckDBPyConnection) -> None:
    rows = [(k, n) for n in (0, 1, 2, 5, 50, 51, 249, 1000) for k in {0, 1, n // 3, n // 2, (n + 1) // 2, n} if k <= n]
    expected = [stats.binomtest(k, n).pvalue if n else 1 for k, n in rows]
    for udf in (True, False):
        assert_close(values(connection, "sign_tail", rows, udf), expected, rows)


def test_the_tail_of_signed_ranks_is_that_of_scipy(connection: duckdb.DuckDBPyConnection) -> None:
    random = np.random.default_rng(6)
    samples = [random.normal(shift, 1, n) for n in (1, 2, 3, 4, 5, 10, 25, 50) for shift in (0, 0.5, 2)]
    tests = [stats.wilcoxon(sample, method="exact") for sample in samples]
    rows = [(test.statistic, len(sample)) for test, sample in zip(tests, samples, strict=True)] + [(0, 0)]
    for udf in (True, False):
        assert_close(values(connection, "signed_rank_tail", rows, udf), [*(test.pvalue for test in tests), 1], rows)


def test_the_tail_of_rank_sums_is_that_of_scipy(connection: duckdb.DuckDBPyConnection) -> None:
    random = np.random.default_rng(6)
    sizes = [(1, 1), (1, 5), (2, 3), (5, 3), (8, 8), (8, 40), (25, 3)]
    samples = [(random.normal(shift, 1, m), random.normal(0, 1, n)) for m, n in sizes for shift in (0, 1, 3)]
    tests = [stats.mannwhitneyu(*sample, method="exact") for sample in samples]
    lengths = [(len(one), len(two)) for one, two in samples]
    rows = [(min(test.statistic, m * n - test.statistic), m, n) for test, (m, n) in zip(tests, lengths, strict=True)]
    for udf in (True, False):
        assert_close(values(connection, "rank_sum_tail", rows, udf), [test.pvalue for test in tests], rows)


def test_the_tail_of_ranges_is_that_of_scipy(connection: duckdb.DuckDBPyConnection) -> None:
    rows = list(product([0.5, 3.5, 5, 8], [2, 24, 129], [2, 38, 7000, INFINITE]))
    expected = [stats.studentized_range.sf(*row) for row in rows]
    assert_close(values(connection, "range_tail", rows), expected, rows, absolute=1e-10)


def test_the_range_of_two_values_is_a_difference(connection: duckdb.DuckDBPyConnection) -> None:
    rows = list(product([1e-6, 0.1, 2, 4, 9, 30], [2], DF[1:]))
    expected = [2 * stats.t.sf(q / np.sqrt(2), df) for q, _, df in rows]
    assert_close(values(connection, "range_tail", rows), expected, rows, absolute=1e-14)
    assert_close(values(connection, "range_tail", rows[::7], udf=False), expected[::7], rows[::7], absolute=1e-12)


def test_the_quantile_of_ranges_is_where_the_tail_is_as_long(connection: duckdb.DuckDBPyConnection) -> None:
    rows = list(product([0.05, 0.95, 0.999], [2, 3, 129], [3, 38, 6272]))
    found = values(connection, "range_quantile", rows)
    tails = values(connection, "range_tail", [(q, k, df) for q, (_, k, df) in zip(found, rows, strict=True)])
    assert_close([1 - tail for tail in tails], [p for p, *_ in rows], rows)
    assert found[rows.index((0.95, 3, 38))] == pytest.approx(stats.studentized_range.ppf(0.95, 3, 38), rel=1e-9)


def test_many_ranges_take_no_time(connection: duckdb.DuckDBPyConnection) -> None:
    random = np.random.default_rng(6)
    rows = [(q, 129, 6272) for q in random.normal(4, 2, 8256)]
    sample = random.choice(len(rows), 8, replace=False)
    found = values(connection, "range_tail", rows)
    expected = [stats.studentized_range.sf(*rows[place]) for place in sample]
    assert_close([found[place] for place in sample], expected, list(sample), absolute=1e-10)


@DIGITS
def test_power_is_that_of_statsmodels(connection: duckdb.DuckDBPyConnection) -> None:
    rows = list(product([0, 0.05, 0.2, 0.5, -0.8, 1.5], [2, 3, 10, 50, 250, 5000], [0.001, 0.05]))
    expected = [TTestPower().power(*row) for row in rows]
    sure = [place for place, power in enumerate(expected) if not np.isnan(power)]  # SciPy has none of the far tails
    assert len(sure) > 50
    for udf in (True, False):
        found = values(connection, "t_power", rows, udf)
        assert_close([found[p] for p in sure], [expected[p] for p in sure], [rows[p] for p in sure], absolute=1e-12)


@pytest.mark.slow
def test_as_many_queries_as_are_needed_and_no_more(connection: duckdb.DuckDBPyConnection) -> None:
    rows = [
        (effect, alpha, power) for effect in (0.01, 0.2, 0.5, -1, 3) for alpha in (0.001, 0.05) for power in (0.5, 0.8)
    ]
    needed = values(connection, "queries_needed", rows)
    enough = values(connection, "t_power", [(e, n, a) for (e, a, _), n in zip(rows, needed, strict=True)])
    short = values(connection, "t_power", [(e, max(n - 1, 2), a) for (e, a, _), n in zip(rows, needed, strict=True)])
    for (_, _, power), n, reached, before in zip(rows, needed, enough, short, strict=True):
        assert reached >= power
        assert n == 2 or before < power
    for udf in (True, False):
        extremes = [(0, 0.05, 0.8), (0.001, 0.05, 0.8), (0.5, 0.05, 0.05), (1e12, 0.05, 0.8)]
        assert values(connection, "queries_needed", extremes, udf) == [None, None, 2, 2]


def test_the_smallest_effect_reaches_the_power(connection: duckdb.DuckDBPyConnection) -> None:
    rows = list(product([2, 10, 50, 7000], [0.001, 0.05], [0.2, 0.8, 0.99]))
    found = values(connection, "smallest_effect", rows)
    reached = values(connection, "t_power", [(d, n, a) for d, (n, a, _) in zip(found, rows, strict=True)])
    assert_close(reached, [power for *_, power in rows], rows)
    expected = TTestPower().solve_power(nobs=50, alpha=0.05, power=0.8)
    assert found[rows.index((50, 0.05, 0.8))] == pytest.approx(expected, rel=1e-6)
    assert values(connection, "smallest_effect", [(10, 0.05, 0.05), (1, 0.05, 0.8)]) == [0, None]
