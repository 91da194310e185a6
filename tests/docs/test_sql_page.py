"""Every query of docs/sql.md gives the result that stands below it."""

from collections.abc import Iterator

import duckdb
import pages
import pytest
from places import FIXTURES

import evalsql
from evalsql.render import frames


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the macros that the page asks for, and the tables that they read."""
    with duckdb.connect() as connection:
        for metric in (evalsql.metrics()["nDCG"], evalsql.curves()["DCG"]):
            connection.execute(frames.macro(metric))
        for name in ("runs", "qrels"):
            connection.execute(f"create table {name} as from '{FIXTURES}/track/{name}.parquet'")
        yield connection


def test_every_query_gives_the_result_shown(connection: duckdb.DuckDBPyConnection) -> None:
    assert pages.run(connection, "sql.md") == 3
