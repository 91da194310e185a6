"""Tables and views of the user's own connection can be named, and are found as SQL finds them."""

from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dataframes import FLIPPED, QRELS, RUNS, one_run, rows_flipped, rows_only, write_database
from tiny import MEASURES, all_rows, expected, rows_read

from evalsql import Evaluation, InputError, evaluate
from evalsql.inputs.search_path import find_in


def test_tables_of_the_connection_can_be_named(connection):
    assert rows_read("runs", "qrels", connection=connection) == all_rows()


def test_runs_and_qrels_are_the_names_where_none_are_given(connection):
    assert Evaluation(connection=connection).score(MEASURES).fetchall() == expected()


@pytest.mark.parametrize(
    "name", ["ranked", "RUNS", "main.runs", "memory.main.runs", "other.runs", "attached.runs", "odd"]
)
def test_a_table_or_view_can_be_named_in_many_ways(tmp_path, connection, name):
    connection.execute("create view ranked as select * from runs order by random()")
    connection.execute("create schema other; create table other.runs as from runs; create view odd as from other.runs")
    connection.execute(f"attach '{write_database(tmp_path / 'x.duckdb')}' as attached (read_only)")
    assert rows_read(name, "qrels", connection=connection) == all_rows()


def test_a_name_of_two_parts_is_found_in_the_main_schema_of_another_database_alone():
    own = duckdb.connect()
    own.execute("attach ':memory:' as kept; create schema kept.other; create table kept.main.one as select 1")
    own.execute("create table kept.other.two as select 2")
    assert find_in(own, "kept.one", "memory", "main") == [("kept", "main", "one", False, False)]
    assert find_in(own, "kept.two", "memory", "main") == []


@pytest.mark.parametrize("name", ["the runs", "it's", "runs; --", "a.b", "[1]", "runs.parquet", "select"])
def test_a_table_may_have_a_hard_name(connection, name):
    connection.execute(f"create table \"{name}\" as select * exclude (run) from runs where run = 'good'")
    assert rows_read(name, "qrels", connection=connection) == rows_only("good", name)


@pytest.mark.parametrize(
    "make",
    [
        "create temp table {name} as from {source}",
        "create temp view {name} as from {source}",
        "create or replace temp macro two() as 2; create temp view {name} as select * from {source} where two() = 2",
    ],
)
def test_temporary_tables_and_views_can_be_named(connection, make):
    connection.execute(make.format(name="my_runs", source="runs"))
    connection.execute(make.format(name="my_qrels", source="qrels"))
    assert rows_read("my_runs", "my_qrels", connection=connection) == all_rows()


def test_registered_frames_can_be_named():
    connection = duckdb.connect()
    connection.register("runs", RUNS)
    connection.register("qrels", pl.from_pandas(QRELS))
    assert rows_read("runs", "qrels", connection=connection) == all_rows()


def test_a_temporary_table_hides_a_table_as_it_does_in_sql(connection):
    connection.register("given", FLIPPED)
    connection.execute("create temp table runs as from given")
    assert rows_read("runs", "qrels", connection=connection) == rows_flipped()


def test_a_registered_frame_hides_a_table_as_it_does_in_sql(connection):
    connection.register("runs", FLIPPED)
    assert rows_read("runs", "qrels", connection=connection) == rows_flipped()


def test_a_table_is_found_in_the_schema_in_use(connection):
    connection.register("given", FLIPPED)
    connection.execute("create schema other; create table other.runs as from given; use other")
    assert rows_read("runs", "main.qrels", connection=connection) == rows_flipped()


@pytest.mark.parametrize(
    "path", ["first,second", "first,main,second", '"first","o""dd, one.x",second', "o.main,memory.first,memory.second"]
)
def test_a_table_is_found_where_the_connection_looks(path):
    own = duckdb.connect()
    own.execute('attach \':memory:\' as o; create schema first; create schema second; create schema "o""dd, one.x"')
    own.execute("create table first.runs as select 'q' as query_id, 'd' as doc_id, 1 as score")
    own.execute("create table second.runs as from first.runs limit 0")
    own.execute("create table second.qrels as select 'q' as query_id, 'd' as doc_id, 1 as relevance")
    own.execute(f"set search_path = '{path.replace(chr(39), chr(39) * 2)}'")
    assert evaluate("runs", "qrels", "AP", connection=own).fetchall() == [("runs", "q", "AP", 1)]


def test_a_table_is_found_in_the_database_in_use(tmp_path, connection):
    connection.execute(f"attach '{write_database(tmp_path / 'x.duckdb', FLIPPED)}' as attached; use attached")
    assert rows_read("runs", "qrels", connection=connection) == rows_flipped()


def test_what_an_open_transaction_made_is_seen(connection):
    connection.register("given", FLIPPED)
    connection.execute("begin; create table new_runs as from given")
    assert rows_read("new_runs", "qrels", connection=connection) == rows_flipped()
    connection.execute("rollback")


def test_what_an_open_transaction_changed_is_seen(connection):
    connection.execute("begin; update runs set score = -score, rank = null")
    assert rows_read("runs", "qrels", connection=connection) == rows_flipped()
    connection.execute("rollback")
    assert rows_read("runs", "qrels", connection=connection) == all_rows()


def test_a_view_over_what_an_open_transaction_changed_sees_it(connection):
    connection.execute("create view ranked as from runs; begin; update runs set score = -score, rank = null")
    assert rows_read("ranked", "qrels", connection=connection) == rows_flipped()


def test_an_open_transaction_stays_open(connection):
    connection.execute("begin; delete from qrels where query_id = 'q1'")
    Evaluation("runs", "qrels", connection=connection).score("AP")
    connection.execute("rollback")
    assert connection.execute("select count(*) from qrels where query_id = 'q1'").fetchall() == [(6,)]


def test_a_path_given_with_a_connection_is_still_a_path(tmp_path, monkeypatch, connection):
    monkeypatch.chdir(tmp_path)
    pq.write_table(pa.Table.from_pandas(one_run("good")), "bm25.parquet")
    one_run("good").to_csv("bm25.csv", index=False)
    for given in ("bm25.parquet", "bm25.csv", "bm2?.parquet", tmp_path / "bm25.csv"):
        assert rows_read(given, "qrels", connection=connection) == rows_only("good", "bm25")


def test_a_table_wins_over_a_file_of_its_name(tmp_path, monkeypatch, connection):
    monkeypatch.chdir(tmp_path)
    Path("runs").write_text("this is no run\n")
    assert rows_read("runs", "qrels", connection=connection) == all_rows()


@pytest.mark.parametrize("name", ["own", "name", "given", "kind", "frame", "connection", "RUNS", "runs_here"])
def test_a_variable_of_python_is_not_taken_for_a_table(name):
    runs_here = RUNS
    assert len(runs_here) > 0
    with pytest.raises(InputError, match=name):
        Evaluation(name, QRELS, connection=duckdb.connect())


@pytest.mark.parametrize(
    "names", [("judged", "topics"), ("scores", "judgments"), ("found", "ranked"), ("runs", "qrels")]
)
def test_tables_may_have_the_names_that_evalsql_uses(connection, names):
    first, second = names
    connection.execute(f"alter table runs rename to evalsql_hidden; alter table qrels rename to {second}")
    connection.execute(f"alter table evalsql_hidden rename to {first}")
    connection.execute(f"create view my_runs as from {first}; create view my_qrels as select * from {second}")
    assert rows_read(first, second, connection=connection) == all_rows()
    assert rows_read("my_runs", "my_qrels", connection=connection) == all_rows()


def test_tables_may_even_have_the_inner_names_of_evalsql(connection):
    connection.execute("create table evalsql_runs as from runs; create table evalsql_qrels as from qrels")
    assert rows_read("evalsql_runs", "evalsql_qrels", connection=connection) == all_rows()


def test_a_table_of_a_read_only_database_can_be_named(tmp_path):
    path = write_database(tmp_path / "x.duckdb")
    before = path.read_bytes()
    connection = duckdb.connect(str(path), read_only=True)
    assert rows_read("runs", "qrels", connection=connection) == all_rows()
    connection.close()
    assert path.read_bytes() == before
