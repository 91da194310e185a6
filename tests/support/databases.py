"""Databases in memory that share one instance of DuckDB, which takes a hundredth of the time of an instance each."""

from functools import cache
from itertools import count

import duckdb

NUMBERS = count()


@cache
def instance() -> duckdb.DuckDBPyConnection:
    """The instance. What a test sets for all its connections, or registers there, others would meet too."""
    return duckdb.connect()


def new_database(of: duckdb.DuckDBPyConnection | None = None) -> duckdb.DuckDBPyConnection:
    """A connection that uses an empty database of its own, in that instance or in the instance of a connection."""
    connection = (of or instance()).cursor()
    name = f"database_{next(NUMBERS)}"
    connection.execute(f"attach ':memory:' as {name}; use {name}")
    return connection
