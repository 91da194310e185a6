"""The user's connection and files are left as they were, and settings and other evaluations change no scores."""

import gc
import threading

import duckdb
import pandas as pd
import pytest
from dataframes import FLIPPED, QRELS, RUNS, flipped, one_run, write_database
from tiny import MEASURES, TINY, expected, scores

import evalsql
from evalsql import Evaluation, InputError, connections
from evalsql.connections import open_own


def state(connection: duckdb.DuckDBPyConnection) -> dict[str, list]:
    """All that the user can see of a connection."""
    queries = {
        "databases": "select database_name, path from duckdb_databases()",
        "schemas": "select database_name, schema_name from duckdb_schemas()",
        "tables": "select database_name, schema_name, table_name, temporary, estimated_size from duckdb_tables()",
        "views": "select database_name, schema_name, view_name, temporary from duckdb_views()",
        "functions": "select distinct schema_name, function_name, function_type from duckdb_functions()",
        "settings": "select name, value from duckdb_settings() where name not like '%secret%'",
        "in use": "select current_database(), current_schema()",
        "variables": "select name, value::varchar from duckdb_variables()",
    }
    return {name: sorted(connection.execute(sql).fetchall(), key=str) for name, sql in queries.items()}


@pytest.fixture
def lived_in(tmp_path, connection) -> duckdb.DuckDBPyConnection:
    """A connection in use, with tables, views, frames, macros and settings of its user."""
    connection.execute("create table judged as select 1 as a; create table topics as select 2 as a")
    connection.execute("create temp table scores as select 3 as a; create view leaderboard as from judged")
    connection.execute("create macro ndcg(x) as x + 1; create schema other; set threads = 3; set variable k = 10")
    connection.execute("create table evalsql_judged as select 4 as a; create temp view evalsql_scores as select 5 as a")
    connection.register("frame", pd.DataFrame({"a": [6]}))
    connection.execute("use other")
    return connection


def test_evaluation_leaves_the_connection_as_it_was(tmp_path, lived_in):
    measures = ["nDCG@10", "P@5"]
    before = state(lived_in)
    runs = {"frame": one_run("good"), "relation": duckdb.from_df(one_run("poor")), "file": TINY / "good.run"}
    evaluation = Evaluation(runs, "main.qrels", connection=lived_in, depth=3)
    assert state(lived_in) == before
    relation = evaluation.score(measures)
    assert relation.fetchall()
    assert evaluation.leaderboard(measures).fetchall()
    assert state(lived_in) == before
    del relation, evaluation
    gc.collect()
    assert state(lived_in) == before


def test_the_users_own_tables_are_what_they_were(lived_in):
    names = [
        "main.judged",
        "main.topics",
        "scores",
        "main.leaderboard",
        "main.evalsql_judged",
        "evalsql_scores",
        "frame",
    ]
    sql = "select " + ", ".join(f"(from {name})" for name in names) + ", main.ndcg(6), getvariable('k')"
    before = lived_in.execute(sql).fetchall()
    assert before == [(1, 2, 3, 1, 4, 5, 6, 7, 10)]
    evaluation = Evaluation("main.runs", "main.qrels", connection=lived_in)
    assert evaluation.score(MEASURES).fetchall() == expected()
    assert lived_in.execute(sql).fetchall() == before


def test_a_database_file_read_beside_the_connection_is_not_left_attached(tmp_path, connection):
    path = write_database(tmp_path / "x.duckdb")
    before = state(connection)
    assert scores(f"{path}::runs", "qrels", connection=connection) == expected()
    gc.collect()
    assert state(connection) == before


def test_check_leaves_the_connection_as_it_was(tmp_path, lived_in):
    path = write_database(tmp_path / "x.duckdb")
    before = state(lived_in)
    evalsql.check(["main.runs", TINY / "poor.run"], "main.qrels", connection=lived_in)
    assert state(lived_in) == before
    evalsql.check(f"{path}::runs", "main.qrels", connection=lived_in)
    assert state(lived_in) == before


def test_refused_inputs_leave_the_connection_as_it_was(tmp_path, lived_in):
    path = write_database(tmp_path / "x.duckdb", RUNS.assign(score="one"))
    before = state(lived_in)
    for runs in (f"{path}::runs", f"{path}::none", "nothing", [TINY / "good.run", 5]):
        with pytest.raises(InputError):
            Evaluation(runs, "main.qrels", connection=lived_in)
    gc.collect()
    assert state(lived_in) == before


def test_a_database_file_can_be_opened_again_afterwards(tmp_path):
    path = write_database(tmp_path / "x.duckdb")
    found = Evaluation(f"{path}::runs", f"{path}::qrels").score(MEASURES)
    with duckdb.connect(str(path)) as connection:
        connection.execute("drop table runs")
    assert found.fetchall() == expected()


def test_a_database_file_can_be_opened_again_after_a_refusal(tmp_path):
    path = write_database(tmp_path / "x.duckdb", RUNS.assign(score="one"))
    with pytest.raises(InputError) as caught:
        scores(f"{path}::runs")
    with duckdb.connect(str(path)) as connection:
        connection.execute("update runs set score = '1'")
    assert "score is 'one'" in str(caught.value)


def test_a_database_file_that_the_user_has_open_can_be_read(tmp_path):
    path = write_database(tmp_path / "x.duckdb")
    with duckdb.connect(str(path)) as connection:
        assert scores(f"{path}::runs", f"{path}::qrels", connection=connection) == expected()


def test_two_evaluations_on_one_connection_do_not_disturb_each_other(connection):
    first = Evaluation("runs", "qrels", connection=connection)
    second = Evaluation(FLIPPED, "qrels", connection=connection)
    assert second.score(MEASURES).fetchall() == flipped()
    assert first.score(MEASURES).fetchall() == expected()
    assert second.score(["P@1"]).fetchall() == Evaluation(FLIPPED, QRELS).score(["P@1"]).fetchall()


def test_relations_of_two_evaluations_can_be_joined(connection):
    before = Evaluation("runs", "qrels", connection=connection).score("AP")
    after = Evaluation(FLIPPED, "qrels", connection=connection).score("AP")
    assert before.columns == after.columns
    joined = connection.sql("select count(*) from before join after using (run, query_id, metric)")
    assert joined.fetchall() == [(14,)]


def test_evaluations_in_threads_with_a_cursor_each_do_not_disturb_each_other(connection):
    found = {}

    def work(name, runs):
        found[name] = scores(runs, QRELS, connection=connection.cursor())

    threads = [threading.Thread(target=work, args=(place, FLIPPED if place % 2 else RUNS)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {place: flipped() if place % 2 else expected() for place in range(4)}


@pytest.mark.parametrize(
    "setting",
    [
        "default_order = 'desc'",
        "default_null_order = 'nulls_first'",
        "default_collation = 'nocase'",
        "global integer_division = true",
        "integer_division = true",
        "preserve_insertion_order = false",
        "old_implicit_casting = true",
        "threads = 1",
        "python_enable_replacements = false",
        "enable_external_access = false",
        "lock_configuration = true",
        "timezone = 'Asia/Tokyo'",
    ],
)
def test_settings_of_the_connection_do_not_change_the_scores(connection, setting):
    connection.execute(f"set {setting}")
    found = scores(["runs", RUNS.assign(run="framed " + RUNS["run"])], "qrels", connection=connection)
    assert {row for row in found if not row[0].startswith("framed")} == {*expected()}
    assert {row for row in found if row[0].startswith("framed")} == {
        ("framed " + run, *row) for run, *row in expected()
    }


def test_a_setting_of_a_users_for_all_connections_stays(connection):
    connection.execute("set global integer_division = true")
    assert scores("runs", "qrels", connection=connection) == expected()
    assert connection.execute("select 7 / 2").fetchall() == connection.cursor().execute("select 7 / 2").fetchall()
    assert connection.execute("select 7 / 2").fetchall() == [(3,)]


@pytest.mark.parametrize("said", ["settings", "a file", "a file, for all"])
def test_integer_division_does_not_change_the_scores(said, tmp_path):
    settings = {"integer_division": "true"}
    if said != "settings":
        settings = {"init": str(tmp_path / "init.sql")}
        scope = "global " * (said == "a file, for all")
        (tmp_path / "init.sql").write_text(f"set {scope}integer_division = true;")
    found = Evaluation(RUNS, QRELS, settings=settings).score(list(MEASURES)).fetchall()
    assert sorted(found) == sorted(Evaluation(RUNS, QRELS).score(list(MEASURES)).fetchall())


def test_cursors_of_evalsqls_own_connection_divide_as_ever():
    own = open_own({"integer_division": "true"})
    for each in (own, own.cursor()):
        assert each.execute("select 7 / 2").fetchall() == [(3.5,)]


def test_collations_of_columns_do_not_change_the_scores(connection):
    connection.execute("create table c (run varchar, query_id varchar, doc_id varchar collate nocase, score double)")
    connection.execute("insert into c select run, query_id, doc_id, score from runs")
    assert scores("c", "qrels", connection=connection) == expected()


def test_ids_that_differ_in_case_alone_are_two_whatever_the_collation(connection):
    connection.execute("set default_collation = 'nocase'")
    connection.execute(
        "create table r as select * from (values ('q', 'D', 2), ('q', 'd', 1)) t (query_id, doc_id, score)"
    )
    connection.execute(
        "create table j as select * from (values ('q', 'D', 0), ('q', 'd', 1)) t (query_id, doc_id, rel)"
    )
    assert Evaluation("r", "j", connection=connection).score("AP").fetchall() == [("r", "q", "AP", 0.5)]


def test_a_result_that_the_user_has_not_fetched_is_not_lost_where_files_are_read():
    connection = duckdb.connect()
    connection.execute("select * from range(5)")
    run, qrels = TINY / "good.run", TINY / "qrels.txt"
    Evaluation(run, qrels, connection=connection)
    assert connection.fetchall() == [(number,) for number in range(5)]


@pytest.mark.parametrize("wrong", ["eval.duckdb", 5])
def test_what_is_no_connection_is_refused(wrong):
    with pytest.raises(InputError, match="connection must be a connection of DuckDB, not "):
        Evaluation(TINY / "good.run", TINY / "qrels.txt", connection=wrong)


def test_a_duckdb_that_loses_rows_is_refused(connection, monkeypatch):
    version = duckdb.__version__
    monkeypatch.setattr(connections, "LOSING", ("1.5.0", version))
    for given in (None, connection):
        with pytest.raises(InputError, match=f"DuckDB v{version} loses rows where threads are several"):
            Evaluation(TINY / "good.run", TINY / "qrels.txt", connection=given)


def test_a_closed_connection_is_refused():
    connection = duckdb.connect()
    connection.close()
    with pytest.raises(InputError, match="closed"):
        Evaluation(TINY / "good.run", TINY / "qrels.txt", connection=connection)
