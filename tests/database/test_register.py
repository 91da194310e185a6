"""evalsql on a connection of the user's: its macros and its functions, with nothing written there."""

from pathlib import Path

import duckdb
import pandas as pd
import pytest
from built import macros_of
from macro_calls import in_bits
from places import FIXTURES

import evalsql
from evalsql.database.library import list_macros

TRACK = FIXTURES / "track"
CALL = "from evalsql.ndcg(runs := '{}', qrels := '{}', k := 10)"


@pytest.fixture(scope="module")
def registered() -> duckdb.DuckDBPyConnection:
    """A connection that has everything, and a few runs."""
    connection = duckdb.connect()
    connection.execute(f"create table few as from '{TRACK}/runs.parquet' where run in ('bm25', 'ql')")
    evalsql.register(connection)
    return connection


def expected(connection: duckdb.DuckDBPyConnection, *measures: str) -> list[tuple]:
    """What the batch gives."""
    return in_bits(evalsql.evaluate("few", TRACK / "qrels.parquet", list(measures), connection=connection).fetchall())


def long_macros_are_there_for_the_connection_and_its_cursors(registered: duckdb.DuckDBPyConnection) -> None:
    call = CALL.format("few", f"{TRACK}/qrels.parquet")
    for connection in (registered, registered.cursor()):
        assert in_bits(connection.execute(call).fetchall()) == expected(connection, "nDCG@10")
    assert registered.execute("select count(*) from evalsql.evalsql_macros").fetchall() == [(len(list_macros()),)]


def test_macros_read_frames_by_the_names_of_their_variables(registered: duckdb.DuckDBPyConnection) -> None:
    frame = registered.sql("from few").df()
    judgments = pd.read_parquet(TRACK / "qrels.parquet")
    assert len(frame) > len(judgments) > 0
    found = registered.sql(CALL.format("frame", "judgments"))
    assert in_bits(found.fetchall()) == expected(registered, "nDCG@10")


def test_functions_are_there_too(registered: duckdb.DuckDBPyConnection) -> None:
    ((tail,),) = registered.execute("select evalsql_t_tail(2, 10)").fetchall()
    assert tail == pytest.approx(0.0733880348, abs=1e-9)
    with_functions = evalsql.evaluate("few", TRACK / "subtopics.parquet", ["alpha_nDCG@10"], connection=registered)
    call = f"from evalsql.alpha_ndcg(runs := 'few', qrels := '{TRACK}/subtopics.parquet', k := 10)"
    assert in_bits(registered.execute(call).fetchall()) == in_bits(with_functions.fetchall())


def test_nothing_is_written_and_what_is_in_use_stays(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "mine.duckdb") as connection:
        connection.execute("create schema s; create table s.t as select 1 as a; use s; begin; insert into t values (2)")
        with macros_of("nDCG", "paired_t"):
            evalsql.register(connection)
            evalsql.register(connection)
        connection.execute("rollback")
        assert connection.execute("from t").fetchall() == [(1,)]
        assert connection.execute("select current_database(), current_schema()").fetchall() == [("mine", "s")]
    with duckdb.connect(tmp_path / "mine.duckdb") as connection:
        assert connection.execute("select table_name from duckdb_tables()").fetchall() == [("t",)]
        assert connection.execute("from duckdb_functions() where not internal").fetchall() == []


def test_a_read_only_database_has_them_too(tmp_path: Path) -> None:
    duckdb.connect(tmp_path / "mine.duckdb").close()
    with duckdb.connect(tmp_path / "mine.duckdb", read_only=True) as connection:
        with macros_of("nDCG", "paired_t"):
            evalsql.register(connection)
        call = CALL.format(f"{TRACK}/runs.parquet", f"{TRACK}/qrels.parquet")
        assert len(connection.execute(call).fetchall()) == 12 * 50


def long_a_library_that_is_attached_is_kept(whole_library: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{whole_library}' as evalsql (read_only)")
        with macros_of("nDCG", "paired_t"):
            evalsql.register(connection)
        ((path,),) = connection.execute(
            "select path from duckdb_databases() where database_name = 'evalsql'"
        ).fetchall()
        assert Path(path).name == whole_library.name


def test_another_database_of_that_name_is_refused(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "evalsql.duckdb") as connection:
        with pytest.raises(evalsql.InputError, match="a database without evalsql's macros is attached as evalsql"):
            evalsql.register(connection)
        assert (
            connection.execute(
                "from duckdb_functions() where not internal and function_type = 'table_macro'"
            ).fetchall()
            == []
        )


def test_a_database_of_that_name_in_other_letters_is_refused() -> None:
    with duckdb.connect() as connection:
        connection.execute('attach \':memory:\' as "EvalSQL"; create macro "EvalSQL".mine() as 1')
        with pytest.raises(evalsql.InputError, match="a database without evalsql's macros is attached as evalsql"):
            evalsql.register(connection)


def test_a_schema_of_that_name_is_refused_and_left_alone(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "mine.duckdb") as connection:
        connection.execute("create schema evalsql; create table evalsql.t as select 1 as a")
        with pytest.raises(evalsql.InputError, match="there is a schema evalsql, which DuckDB cannot tell from"):
            evalsql.register(connection)
        assert connection.execute("from evalsql.t").fetchall() == [(1,)]
        assert connection.execute("select table_name from duckdb_tables()").fetchall() == [("t",)]
        assert (
            connection.execute("from duckdb_functions() where database_name = 'mine' and not internal").fetchall() == []
        )
