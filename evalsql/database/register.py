"""evalsql on an open connection: its macros in a database of their own, and its functions of Python."""

from evalsql import udfs
from evalsql.connections import Connection, cursor_of, refuse_unconnected
from evalsql.database.library import NAME, TABLE, put_macros, put_table
from evalsql.errors import InputError
from evalsql.interrupts import stoppable
from evalsql.sqltext import folded


@stoppable
def register(connection: Connection) -> None:
    """Put evalsql's macros and functions on an open connection, where SQL and evaluations can call them.

    The macros stand in a database in memory that is attached as `evalsql`, as if it were the file that `evalsql lib`
    writes: `from evalsql.ndcg(runs := 'my_runs', qrels := 'my_qrels', k := 10)`, and `from evalsql.evalsql_macros`
    lists them. Of the functions, `evalsql_greedy_ideal(documents, weights, alpha, k, lowest)` takes, for each query, a
    list with the numbers of the nuggets of each document (from 1), the weight of each nugget, alpha, how many documents
    to put in order and whether the lowest gain goes first, and gives a list of documents by number with their gains, in
    order. `evalsql_exact_ideal(documents, weights, alpha, k)` gives the largest alpha-DCG there is at each rank, and a
    bound on it, which is the same where the search for it was finished. The others are those of the significance tests:
    distribution functions and resampling. Evaluations on the connection use the functions; the macros need none.

    All connections to the same database see them, and nothing is written there. A connection that has them keeps them.

    Args:
        connection: any connection of DuckDB.

    Raises:
        InputError: another database is attached as `evalsql`, or a schema is called so.
    """
    refuse_unconnected(connection)  # None, for which cursor_of would make one
    own = cursor_of(connection)  # with a transaction of its own, and a database in use of its own
    udfs.register(connection)

    def there(what: str, named: str) -> bool:
        """Whether there is such a thing; names of databases and schemas are the same in any case."""
        return own.execute(f"select count(*) from {what} where {folded(named)} = '{NAME}'").fetchall() != [(0,)]

    if there("duckdb_databases()", "database_name"):
        if not there(f"(from duckdb_tables() where table_name = '{TABLE}')", "database_name"):
            raise InputError(
                f"a database without evalsql's macros is attached as {NAME}, where they belong; detach it first"
            )
        return
    if there("duckdb_schemas()", "schema_name"):
        raise InputError(
            f"there is a schema {NAME}, which DuckDB cannot tell from the database {NAME} where the macros belong;"
            " give it another name"
        )
    own.execute(f"attach ':memory:' as {NAME} (read_write)")
    own.execute(f"use {NAME}")
    put_macros(own)
    put_table(own)
