"""Puts evalsql's Python functions on a connection of DuckDB, and takes them off before Python ends."""

import atexit
import weakref
from contextlib import suppress

import duckdb

GREEDY_IDEAL = "evalsql_greedy_ideal"


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Puts evalsql's functions on an open connection, where SQL and evaluations can call them.

    There is one, `evalsql_greedy_ideal(documents, weights, alpha, k, lowest)`. It takes, for each query, a list with
    the numbers of the nuggets of each document (from 1), the weight of each nugget, alpha, how many documents to put in
    order and whether the lowest gain goes first, and gives a list of documents by number with their gains, in order.
    All connections to the same database see it, and nothing is written there. A connection that has it keeps it.

    Args:
        connection: any connection of DuckDB.
    """
    if registered(connection):
        return
    from evalsql.udfs.ideal import greedy_ideals  # with Arrow, which is not needed before

    takes = ["BIGINT[][]", "DOUBLE[]", "DOUBLE", "BIGINT", "BOOLEAN"]
    gives = "STRUCT(choice BIGINT, gain DOUBLE)[]"
    connection.create_function(GREEDY_IDEAL, greedy_ideals, takes, gives, type="arrow")
    # a function that is still there when Python ends crashes DuckDB 1.4
    atexit.register(take_off, weakref.ref(connection))


def registered(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether a connection has evalsql's functions."""
    named = "select count(*) from duckdb_functions() where function_name = ?"
    return connection.execute(named, [GREEDY_IDEAL]).fetchall() != [(0,)]


def take_off(reference: weakref.ref) -> None:
    """Removes the functions from a connection, if it is still there and open."""
    connection = reference()
    if connection is not None:
        with suppress(duckdb.Error):
            connection.remove_function(GREEDY_IDEAL)
