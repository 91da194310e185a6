"""The distribution functions of the tests, on grids of arguments: of Python, and of SQL against those."""

from functools import cache
from itertools import product

import duckdb
import pyarrow as pa
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


@cache
def connection() -> duckdb.DuckDBPyConnection:
    """A connection with the functions of Python."""
    found = duckdb.connect()
    udfs.register(found)
    return found


DIGITS = since("scipy", "1.17", "some of its tails and quantiles have nine digits")


def values(function: str, rows: list[tuple], udf: bool = True) -> list[float | None]:
    """What a fragment gives for each row of arguments."""
    names = [f"x{place}" for place in range(len(rows[0]))]
    arguments = [pa.array(column, pa.float64()) for column in zip(*rows, strict=True)]
    connection().register("given", pa.table(arguments, names))
    fragment = expand(f"{{{{ {function}({', '.join(map(repr, names))}) }}}}", udf=udf)
    return [value for (value,) in connection().execute(f"select {fragment} from given").fetchall()]


def assert_close(found: list, expected: list, rows: list, relative: float = 1e-10, absolute: float = 1e-290) -> None:
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
