"""Puts evalsql's Python functions on a connection of DuckDB, and takes them off before Python ends."""

import atexit
import weakref
from contextlib import suppress

import duckdb

# name, types of the arguments, type of the value
GREEDY_IDEAL = (
    "evalsql_greedy_ideal",
    ["BIGINT[][]", "DOUBLE[]", "DOUBLE", "BIGINT", "BOOLEAN"],
    "STRUCT(choice BIGINT, gain DOUBLE)[]",
)
EXACT_IDEAL = (
    "evalsql_exact_ideal",
    ["BIGINT[][]", "DOUBLE[]", "DOUBLE", "BIGINT"],
    "STRUCT(dcg DOUBLE, bound DOUBLE)[]",
)


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Puts evalsql's functions on an open connection, where SQL and evaluations can call them.

    `evalsql_greedy_ideal(documents, weights, alpha, k, lowest)` takes, for each query, a list with the numbers of the
    nuggets of each document (from 1), the weight of each nugget, alpha, how many documents to put in order and whether
    the lowest gain goes first, and gives a list of documents by number with their gains, in order.
    `evalsql_exact_ideal(documents, weights, alpha, k)` gives the largest alpha-DCG there is at each rank, and a bound
    on it, which is the same where the search for it was finished. All connections to the same database see them, and
    nothing is written there. A connection that has them keeps them.

    Args:
        connection: any connection of DuckDB.
    """
    if not registered(connection):
        put_on(connection)


def put_on(connection: duckdb.DuckDBPyConnection) -> None:
    """Puts the functions on a connection that has none of them."""
    from evalsql.udfs.batches import exact_ideals, greedy_ideals  # with Arrow, which is not needed before

    for (name, takes, gives), function in ((GREEDY_IDEAL, greedy_ideals), (EXACT_IDEAL, exact_ideals)):
        connection.create_function(name, function, takes, gives, type="arrow")
    # one that is still there when Python ends makes DuckDB 2 complain of leaks, and has crashed 1.4
    atexit.register(take_off, weakref.ref(connection))


def registered(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether a connection has evalsql's functions."""
    named = "select count(*) from duckdb_functions() where function_name = ?"
    return connection.execute(named, [GREEDY_IDEAL[0]]).fetchall() != [(0,)]


def take_off(reference: weakref.ref) -> None:
    """Removes the functions from a connection, if it is still there and open."""
    connection = reference()
    if connection is not None:
        with suppress(duckdb.Error):
            for name, *_ in (GREEDY_IDEAL, EXACT_IDEAL):
                connection.remove_function(name)
