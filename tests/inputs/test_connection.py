"""The user's own connection: its tables and macros are found as SQL finds them, and it is left as it was."""

import gc
import threading
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from databases import new_database
from dataframes import FLIPPED, QRELS, RUNS, flipped, one_run, rows_flipped, rows_only, with_tables, write_database
from places import FIXTURES
from tiny import MEASURES, TINY, all_rows, expected, read, rows_read, scores, unread
from versions import is_before
from written import put

import evalsql
from evalsql import Evaluation, InputError, connections, udfs
from evalsql.connections import open_own
from evalsql.inputs.tables import find_in


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
    connection.execute("create view evalsql_gains as select 8 as a; create table evalsql_weights as select 9 as a")
    connection.register("frame", pd.DataFrame({"a": [6]}))
    connection.execute("use other")
    return connection


def long_evaluations_checks_and_refusals_leave_the_connection_as_it_was(tmp_path, lived_in):
    measures, before = ["nDCG@10", "P@5"], state(lived_in)
    runs = {"frame": one_run("good"), "relation": duckdb.from_df(one_run("poor")), "file": TINY / "good.run"}
    evaluation = Evaluation(runs, "main.qrels", connection=lived_in, depth=3)
    relation = evaluation.score(measures)
    assert state(lived_in) == before
    assert relation.fetchall()
    assert evaluation.leaderboard(measures).fetchall()
    del relation, evaluation
    gc.collect()
    assert state(lived_in) == before
    path = write_database(tmp_path / "x.duckdb")
    bad = write_database(tmp_path / "y.duckdb", RUNS.assign(score="one"))
    for given in (["main.runs", TINY / "poor.run"], f"{path}::runs"):
        evalsql.check(given, "main.qrels", connection=lived_in)
    for given in (f"{bad}::runs", f"{bad}::none", "nothing", [TINY / "good.run", 5]):
        with pytest.raises(InputError):
            Evaluation(given, "main.qrels", connection=lived_in)
    assert scores(f"{path}::runs", "main.qrels", connection=lived_in) == expected()
    gc.collect()
    assert state(lived_in) == before


def test_the_users_own_tables_are_what_they_were(lived_in):
    names = ["main.judged", "main.topics", "scores", "main.leaderboard", "main.evalsql_judged", "evalsql_scores"]
    names += ["frame", "main.evalsql_gains", "main.evalsql_weights"]
    sql = "select " + ", ".join(f"(from {name})" for name in names) + ", main.ndcg(6), getvariable('k')"
    before = lived_in.execute(sql).fetchall()
    assert before == [(1, 2, 3, 1, 4, 5, 6, 8, 9, 7, 10)]
    evaluation = Evaluation("main.runs", "main.qrels", connection=lived_in)
    assert evaluation.score(MEASURES).fetchall() == expected()
    assert lived_in.execute(sql).fetchall() == before


def long_a_database_file_can_be_opened_again_and_read_where_the_user_has_it_open(tmp_path):
    path = write_database(tmp_path / "x.duckdb")
    bad = write_database(tmp_path / "y.duckdb", RUNS.assign(score="one"))
    with duckdb.connect(str(path)) as connection:
        assert scores(f"{path}::runs", f"{path}::qrels", connection=connection) == expected()
    found = Evaluation(f"{path}::runs", f"{path}::qrels").score(MEASURES)
    with pytest.raises(InputError) as caught:
        scores(f"{bad}::runs")
    for file in (path, bad):
        with duckdb.connect(str(file)) as connection:
            connection.execute("drop table runs")
    assert found.fetchall() == expected()
    assert "score is 'one'" in str(caught.value)


def long_two_evaluations_on_one_connection_do_not_disturb_each_other(connection):
    first = Evaluation("runs", "qrels", connection=connection)
    second = Evaluation(FLIPPED, "qrels", connection=connection)
    assert second.score(MEASURES).fetchall() == flipped()
    assert first.score(MEASURES).fetchall() == expected()
    before, after = first.score("AP"), second.score("AP")
    assert before.columns == after.columns
    joined = connection.sql("select count(*) from before join after using (run, query_id, metric)")
    assert joined.fetchall() == [(14,)]


def long_evaluations_in_threads_with_a_cursor_each_do_not_disturb_each_other(connection):
    found = {}

    def work(name, runs):
        found[name] = scores(runs, QRELS, connection=connection.cursor())

    threads = [threading.Thread(target=work, args=(place, FLIPPED if place % 2 else RUNS)) for place in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {place: flipped() if place % 2 else expected() for place in range(3)}


SETTINGS = ["default_order = 'desc'", "default_null_order = 'nulls_first'", "default_collation = 'nocase'"]
SETTINGS += ["integer_division = true", "preserve_insertion_order = false", "old_implicit_casting = true"]
SETTINGS += ["threads = 1", "timezone = 'Asia/Tokyo'", "python_enable_replacements = false"]
ALONE = ["global integer_division = true", "enable_external_access = false", "lock_configuration = true"]


@pytest.mark.parametrize("settings", [SETTINGS, *([each] for each in ALONE)], ids=["many", *ALONE])
def long_settings_of_the_connection_do_not_change_the_scores(connection, settings):
    for setting in settings:
        connection.execute(f"set {setting}")
    found = scores(["runs", RUNS.assign(run="framed " + RUNS["run"])], "qrels", connection=connection)
    assert {row for row in found if not row[0].startswith("framed")} == {*expected()}
    assert {row for row in found if row[0].startswith("framed")} == {
        ("framed " + run, *row) for run, *row in expected()
    }
    if "global" in settings[0]:  # what a user set for all connections stays
        halves = connection.execute("select 7 / 2").fetchall()
        assert halves == connection.cursor().execute("select 7 / 2").fetchall() == [(3,)]


def long_integer_division_of_evalsqls_own_connection_does_not_change_the_scores(tmp_path):
    for scope in (None, "", "global "):
        settings = {"integer_division": "true"}
        if scope is not None:
            settings = {"init": str(put(tmp_path / "init.sql", f"set {scope}integer_division = true;"))}
        assert scores(RUNS, QRELS, settings=settings) == expected()
    own = open_own({"integer_division": "true"})
    for each in (own, own.cursor()):
        assert each.execute("select 7 / 2").fetchall() == [(3.5,)]


def test_collations_do_not_change_the_scores(connection):
    connection.execute("create table c (run varchar, query_id varchar, doc_id varchar collate nocase, score double)")
    connection.execute("insert into c select run, query_id, doc_id, score from runs")
    assert rows_read("c", "qrels", connection=connection) == all_rows()
    connection.execute("set default_collation = 'nocase'")
    for name, rows in (("r", "('q', 'D', 2), ('q', 'd', 1)"), ("j", "('q', 'D', 0), ('q', 'd', 1)")):
        number = "score" if name == "r" else "rel"
        connection.execute(f"create table {name} as from (values {rows}) t (query_id, doc_id, {number})")
    assert Evaluation("r", "j", connection=connection).score("AP").fetchall() == [("r", "q", "AP", 0.5)]


def test_a_result_that_the_user_has_not_fetched_is_not_lost_where_files_are_read():
    connection = duckdb.connect()
    connection.execute("select * from range(5)")
    read(TINY / "good.run", connection=connection)
    assert connection.fetchall() == [(number,) for number in range(5)]


def test_what_is_no_connection_or_a_bad_one_is_refused(connection, monkeypatch):
    closed, given = duckdb.connect(), {"q": {"d": 1}}
    closed.close()
    said = "connection must be a connection of DuckDB, not "
    for wrong, words in (("eval.duckdb", said), (5, said), (closed, "closed")):
        with pytest.raises(InputError, match=words):
            Evaluation(given, given, connection=wrong)
    version = duckdb.__version__
    monkeypatch.setattr(connections, "LOSING", ("1.5.0", version))
    for own in (None, connection):
        with pytest.raises(InputError, match=f"DuckDB v{version} loses rows where threads are several"):
            Evaluation(given, given, connection=own)


# Tables and views that are named


def long_a_table_or_view_can_be_named_in_many_ways(tmp_path, connection):
    connection.execute("create view ranked as select * from runs order by random()")
    connection.execute("create schema other; create table other.runs as from runs; create view odd as from other.runs")
    connection.execute(f"attach '{write_database(tmp_path / 'x.duckdb')}' as attached (read_only)")
    connection.execute("create temp table kept as from runs; create temp view seen as from runs")
    connection.execute("create temp macro two() as 2; create temp view called as from runs where two() = 2")
    connection.execute("create temp view my_qrels as from qrels")
    connection.register("framed", RUNS)
    connection.register("judged", pl.from_pandas(QRELS))
    names = "runs ranked RUNS main.runs memory.main.runs other.runs attached.runs odd kept seen called framed"
    for name in names.split():
        assert read(name, connection=connection) == all_rows(), name
    for name in ("my_qrels", "judged"):
        assert rows_read("runs", name, connection=connection) == all_rows()
    for name in ("the runs", "it's", "runs; --", "a.b", "[1]", "runs.parquet", "select"):
        connection.execute(f"create table \"{name}\" as select * exclude (run) from runs where run = 'good'")
        assert read(name, connection=connection) == rows_only("good", name)
    assert Evaluation(connection=connection).score(MEASURES).fetchall() == expected()  # runs and qrels


def test_a_name_of_two_parts_is_found_in_the_main_schema_of_another_database_alone():
    own = duckdb.connect()
    own.execute("attach ':memory:' as kept; create schema kept.other; create table kept.main.one as select 1")
    own.execute("create table kept.other.two as select 2")
    assert find_in(own, "kept.one", "memory", "main") == [("kept", "main", "one", False, False)]
    assert find_in(own, "kept.two", "memory", "main") == []


def long_names_are_found_as_sql_finds_them(tmp_path):
    turned = write_database(tmp_path / "x.duckdb", FLIPPED)
    change = "update runs set score = -score, rank = null"
    for made, runs, qrels in (
        ("create temp table runs as from given", "runs", "qrels"),
        ("create schema other; create table other.runs as from given; use other", "runs", "main.qrels"),
        (f"attach '{turned}' as attached; use attached", "runs", "qrels"),
        ("begin; create table new_runs as from given", "new_runs", "qrels"),
        (f"begin; {change}", "runs", "qrels"),
        (f"create view ranked as from runs; begin; {change}", "ranked", "qrels"),
    ):
        connection = with_tables(duckdb.connect(), RUNS)
        connection.register("given", FLIPPED)
        connection.execute(made)
        assert rows_read(runs, qrels, connection=connection) == rows_flipped(), made
        if made == f"begin; {change}":
            connection.execute("rollback")
            assert rows_read("runs", "qrels", connection=connection) == all_rows()
    connection = with_tables(duckdb.connect(), RUNS)
    connection.register("runs", FLIPPED)  # which hides the table
    assert read("runs", connection=connection) == rows_flipped()


def long_a_table_is_found_where_the_connection_looks():
    for path in (
        *("first,second", "first,main,second", '"first","o""dd, one.x",second'),
        "o.main,memory.first,memory.second",
    ):
        own = duckdb.connect()
        own.execute("attach ':memory:' as o; create schema first; create schema second")
        own.execute('create schema "o""dd, one.x"')
        own.execute("create table first.runs as select 'q' as query_id, 'd' as doc_id, 1 as score")
        own.execute("create table second.runs as from first.runs limit 0")
        own.execute("create table second.qrels as select 'q' as query_id, 'd' as doc_id, 1 as relevance")
        own.execute(f"set search_path = '{path.replace(chr(39), chr(39) * 2)}'")
        assert read("runs", connection=own) == [("runs", "q", "d", (1.0).hex())]
        assert read("qrels", "qrels", connection=own) == [(None, "q", "d", (1.0).hex())]


def test_an_open_transaction_stays_open(connection):
    connection.execute("begin; delete from qrels where query_id = 'q1'")
    Evaluation("runs", "qrels", connection=connection).score("AP")
    connection.execute("rollback")
    assert connection.execute("select count(*) from qrels where query_id = 'q1'").fetchall() == [(6,)]


def test_paths_tables_and_variables_of_python(tmp_path, monkeypatch, connection):
    monkeypatch.chdir(tmp_path)
    put(Path("bm25.parquet"), pa.Table.from_pandas(one_run("good")))
    one_run("good").to_csv("bm25.csv", index=False)
    for given in ("bm25.parquet", "bm25.csv", "bm2?.parquet", tmp_path / "bm25.csv"):
        assert read(given, connection=connection) == rows_only("good", "bm25")
    put(Path("runs"), "this is no run\n")
    assert read("runs", connection=connection) == all_rows()  # a table wins over a file of its name
    runs_here = RUNS
    assert len(runs_here) > 0
    for name in ("own", "name", "given", "kind", "frame", "connection", "RUNS", "runs_here"):
        assert name in unread(name, connection=new_database())


def long_tables_may_have_the_names_that_evalsql_uses(tmp_path, connection):
    for first, second in (("judged", "topics"), ("scores", "judgments"), ("found", "ranked"), ("my_runs", "my_qrels")):
        connection.execute(f"create table {first} as from runs; create table {second} as from qrels")
        connection.execute(f"create view of_{first} as from {first}; create view of_{second} as from {second}")
        assert rows_read(first, second, connection=connection) == all_rows()
        assert rows_read(f"of_{first}", f"of_{second}", connection=connection) == all_rows()
    connection.execute("create table evalsql_runs as from runs; create table evalsql_qrels as from qrels")
    assert rows_read("evalsql_runs", "evalsql_qrels", connection=connection) == all_rows()
    path = write_database(tmp_path / "x.duckdb")
    before = path.read_bytes()
    connection = duckdb.connect(str(path), read_only=True)
    assert rows_read("runs", "qrels", connection=connection) == all_rows()
    connection.close()
    assert path.read_bytes() == before


TRACK = FIXTURES / "track"
BOTH = ("q1", "q2", "q4", "q5", "q6", "q7")  # which both runs answer


def given() -> duckdb.DuckDBPyConnection:
    """A connection with what both runs of the tiny collection answer, and two runs with judgments by subtopic.

    It has the functions of Python, without which comparisons take seconds.
    """
    connection = with_tables(duckdb.connect(), RUNS)
    udfs.register(connection)
    connection.execute(f"""
        delete from runs where query_id not in {BOTH}; delete from qrels where query_id not in {BOTH};
        create view viewed as from qrels;
        create table subtopics as from '{TRACK}/subtopics.parquet' where query_id in ('101', '102');
        create table many as from '{TRACK}/runs.parquet' where run in ('bm25', 'ql') and query_id in ('101', '102')
    """)
    return connection


@pytest.fixture(scope="module")
def plain() -> duckdb.DuckDBPyConnection:
    return given()


@pytest.fixture(scope="module")
def hidden() -> duckdb.DuckDBPyConnection:
    """The same with a macro in place of each function and operator of DuckDB, whatever it is called with.

    Not of those by which DuckDB's client reads a frame: who hides these can be handed no frame at all.
    """
    connection = given()
    if is_before("duckdb", "1.5"):
        pytest.skip("DuckDB before 1.5 takes a macro for a function of its own catalog, whoever's that is said to be")
    functions = duckdb.sql("""
        select distinct function_name, function_type = 'table' from duckdb_functions()
        where internal and schema_name = 'main' and not contains(function_name, 'arrow_scan')
    """).fetchall()
    for name, of_table in functions:
        body = "table select 7 as x" if of_table else "7"
        connection.execute(f'create macro "{name}"(a := 1, b := 2, c := 3, d := 4) as {body}')
    return connection


def long_the_values_are_those_of_the_files(hidden):
    answered = [row for row in expected() if row[1] in BOTH]
    assert scores("runs", "qrels", connection=hidden) == answered


def test_check_finds_what_it_finds_without_macros(hidden):
    found = evalsql.check(RUNS, "qrels", connection=hidden)
    assert [each.text for each in found] == [
        "2 queries of 2 runs without judgments, left out (first: q3)",
        "1 query without a document that is judged relevant, which most measures score 0 (first: q4)",
    ]


def long_a_macro_of_the_schema_in_use_changes_nothing():
    connection = with_tables(duckdb.connect(), RUNS)
    connection.execute("create schema s; set search_path = 's,main'")
    for macro in ("least(a, b) as -a", "greatest(a, b) as a", "sum(a) as 3", '"+"(a, b) as a', "lower(a) as 'x'"):
        connection.execute(f"create macro main.{macro}; create temp macro {macro}; create macro s.{macro}")
    assert scores("main.runs", "main.qrels", connection=connection) == expected()


VIEWS = {
    "s.calls": "least(score, 0)",  # a macro of the schema main, called like a function
    "s.calls_other": "turned(score)",
    "main.calls_other_schema": "of_s(score)",
    "s.reads": "-score",
}


def long_a_view_is_read_as_its_user_reads_it():
    connection = with_tables(duckdb.connect(), RUNS)
    connection.execute("""
        create macro least(a, b) as -a; create macro turned(a) as -a; create schema s; create macro s.of_s(a) as -a;
        set search_path = 'main,s'
    """)
    for view, score in VIEWS.items():
        connection.execute(f"create view {view} as select run, query_id, doc_id, {score} as score from runs")
        assert read(view, connection=connection) == rows_flipped() != all_rows(), view


def test_a_view_that_nobody_can_read_is_refused(plain):
    connection = plain.cursor()
    connection.execute("create schema broken; create view broken.runs as from main.runs")
    connection.execute("create view broken.other as from broken.runs; drop view broken.runs")
    with pytest.raises(InputError, match=r"^broken\.other: cannot be read: .*runs"):
        scores("broken.other", "qrels", connection=connection)


OF_GIVEN = {
    "evaluate": lambda connection: evalsql.evaluate("runs", "viewed", MEASURES, connection=connection),
    "one after the other": lambda connection: Evaluation("runs", "qrels", connection=connection).score(["Bpref", "RR"]),
    "leaderboard": lambda connection: Evaluation("runs", "qrels", connection=connection).leaderboard(MEASURES),
    "curve": lambda connection: evalsql.curve("runs", "qrels", "nDCG", connection=connection),
    "subtopics": lambda connection: evalsql.evaluate(
        "many", "subtopics", ["alpha_nDCG@5", "NRBP", "StRecall@5"], connection=connection
    ),
    "compare": lambda connection: evalsql.compare(
        "runs", "qrels", ["AP"], test="wilcoxon", interval="student", connection=connection
    ),
    "correlate": lambda connection: evalsql.correlate("runs", "qrels", ["AP", "P@5"], connection=connection),
    "overlap": lambda connection: evalsql.overlap("runs", connection=connection),
    "standardize": lambda connection: evalsql.standardize("runs", "qrels", ["AP"], connection=connection),
    "describe": lambda connection: evalsql.describe("qrels", connection=connection)["sets"],
    "ideal": lambda connection: evalsql.ideal("subtopics", k=5, connection=connection),
    "pool": lambda connection: evalsql.pool("runs", "qrels", ["AP"], depth=[1, 2], connection=connection)["judgments"],
}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
@pytest.mark.parametrize("call", OF_GIVEN.values(), ids=OF_GIVEN)
def long_macros_called_like_functions_change_nothing(plain, hidden, call):
    found = call(hidden).fetchall()
    assert found == call(plain).fetchall()
    assert len(found) > 1 or len(found[0]) > 5
