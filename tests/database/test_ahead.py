"""What is made in a thread, beside what else takes time, is copied as it is, and stops where something else fails."""

from threading import active_count

import duckdb
import pytest

from evalsql.database.ahead import made_ahead

MACRO = "create macro one(k := 1) as table select k as k; comment on macro table one is 'the number one'"


@pytest.fixture
def own() -> duckdb.DuckDBPyConnection:
    """A connection with a database to copy into."""
    connection = duckdb.connect()
    connection.execute("attach ':memory:' as written; use written; create schema internal")
    return connection


def databases(connection: duckdb.DuckDBPyConnection) -> list[tuple]:
    return connection.execute("select database_name from duckdb_databases() where not internal order by 1").fetchall()


def test_what_is_made_is_copied_with_its_comments(own: duckdb.DuckDBPyConnection) -> None:
    before = databases(own)
    with made_ahead(own, lambda worker: worker.execute(MACRO)) as copy:
        own.execute("begin; create table internal.here as select 1")
        copy("written")
        own.execute("commit")
    assert own.execute("from one(k := 3)").fetchall() == [(3,)]
    query = "select comment from duckdb_functions() where database_name = 'written' and function_name = 'one'"
    assert own.execute(query).fetchall() == [("the number one",)]
    assert databases(own) == before


def test_an_error_of_the_thread_is_raised(own: duckdb.DuckDBPyConnection) -> None:
    with (
        pytest.raises(duckdb.CatalogException, match="no_such_table"),
        made_ahead(own, lambda worker: worker.execute("from no_such_table")) as copy,
    ):
        copy("written")


def test_the_thread_ends_where_something_else_fails(own: duckdb.DuckDBPyConnection) -> None:
    before = active_count()
    with (
        pytest.raises(RuntimeError, match="something else"),
        made_ahead(
            own, lambda worker: worker.execute("select sum(a * b) from range(1000000) x(a), range(1000000) y(b)")
        ),
    ):
        raise RuntimeError("something else")
    assert active_count() == before
