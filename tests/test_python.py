"""In Python: frames, relations and tables of the user's own connection go in, a relation of DuckDB comes out."""

import gc
import io
import sys
import threading
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from conftest import FIXTURES

import evalsql
from evalsql import Evaluation, InputError, evaluate

TINY = FIXTURES / "tiny"
MEASURES = ["AP", "nDCG@10", "P@5"]
QUERIES = ["q1", "q2", "q3", "q4", "q5", "q6", "q7"]

RUNS = pd.concat(
    pd.read_csv(TINY / f"{run}.run", sep=" ", names=["query_id", "Q0", "doc_id", "rank", "score", "run"])
    for run in ("good", "poor")
)
QRELS = pd.read_csv(TINY / "qrels.txt", sep=" ", names=["query_id", "iteration", "doc_id", "relevance"])
FLIPPED = RUNS.assign(score=-RUNS["score"]).drop(columns="rank")


def scores(runs, qrels=TINY / "qrels.txt", **options) -> list[tuple]:
    return Evaluation(runs, qrels, **options).score(MEASURES).fetchall()


@cache
def expected() -> list[tuple]:
    return scores([TINY / "good.run", TINY / "poor.run"])


@cache
def flipped() -> list[tuple]:
    return scores(FLIPPED)


def only(run: str, name: str | None = None) -> list[tuple]:
    """The scores of one run, under another name."""
    return [(name or run, *row[1:]) for row in expected() if row[0] == run]


def one_run(run: str) -> pd.DataFrame:
    return RUNS[RUNS["run"] == run].drop(columns="run")


def write_database(path: Path, runs: pd.DataFrame = RUNS) -> Path:
    with duckdb.connect(str(path)) as connection:
        connection.register("given_runs", runs)
        connection.register("given_qrels", QRELS)
        connection.execute("create table runs as from given_runs; create table qrels as from given_qrels")
    return path


@pytest.fixture
def connection() -> duckdb.DuckDBPyConnection:
    """The user's own connection, with tables runs and qrels."""
    made = duckdb.connect()
    made.register("given_runs", RUNS)
    made.register("given_qrels", QRELS)
    made.execute("create table runs as from given_runs; create table qrels as from given_qrels")
    made.unregister("given_runs")
    made.unregister("given_qrels")
    return made


# Frames, tables of Arrow, relations

OTHER = duckdb.connect()
FRAMES = {
    "pandas": lambda frame: frame,
    "pandas with an index": lambda frame: frame.set_index("query_id", drop=False),
    "pandas with categories": lambda frame: frame.astype({"query_id": "category", "doc_id": "category"}),
    "pandas with objects": lambda frame: frame.astype({"query_id": object, "doc_id": object}),
    "pandas over Arrow": lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
    "polars": pl.from_pandas,
    "polars, lazy": lambda frame: pl.from_pandas(frame).lazy(),
    "polars with categories": lambda frame: pl.from_pandas(frame).with_columns(pl.col("doc_id").cast(pl.Categorical)),
    "Arrow": pa.Table.from_pandas,
    "Arrow in many chunks": lambda frame: pa.concat_tables(
        pa.Table.from_pandas(frame).slice(start, 10) for start in range(0, len(frame), 10)
    ),
    "Arrow batch": lambda frame: pa.Table.from_pandas(frame).combine_chunks().to_batches()[0],
    "Arrow dataset": lambda frame: ds.dataset(pa.Table.from_pandas(frame)),
    "Arrow reader": lambda frame: pa.Table.from_pandas(frame).to_reader(),
    "relation of DuckDB's default connection": lambda frame: duckdb.from_df(frame),
    "relation of another connection": lambda frame: OTHER.from_df(frame),
    "relation of a query": lambda frame: OTHER.from_df(frame).filter("true").order("doc_id"),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_runs_may_be_any_frame(kind):
    assert scores(FRAMES[kind](RUNS)) == expected()


@pytest.mark.parametrize("kind", FRAMES)
def test_judgments_may_be_any_frame(kind):
    assert scores([TINY / "good.run", TINY / "poor.run"], FRAMES[kind](QRELS)) == expected()


@pytest.mark.parametrize("kind", FRAMES)
def test_any_frame_may_be_given_with_a_connection(connection, kind):
    assert scores(FRAMES[kind](RUNS), FRAMES[kind](QRELS), connection=connection) == expected()


def test_a_relation_may_be_of_the_users_own_connection(connection):
    runs, qrels = connection.sql("from runs where score is not null"), connection.table("qrels")
    assert scores(runs, qrels, connection=connection) == expected()
    assert scores(runs, qrels) == expected()


def test_a_frame_is_not_changed():
    runs, qrels = RUNS.copy(), QRELS.copy()
    scores(runs, qrels)
    pd.testing.assert_frame_equal(runs, RUNS)
    pd.testing.assert_frame_equal(qrels, QRELS)


def test_a_mapping_names_runs_of_any_kind(monkeypatch, tmp_path, connection):
    pq.write_table(pa.Table.from_pandas(one_run("good")), tmp_path / "x.parquet")
    write_database(tmp_path / "x.duckdb", one_run("good"))
    connection.execute("create table no_name as select * exclude (run) from runs where run = 'good'")
    text = (TINY / "good.run").read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    runs = {
        "a path": TINY / "good.run",
        "a text": str(tmp_path / "x.parquet"),
        "a pattern": f"{tmp_path}/?.parquet",
        "a table": f"{tmp_path / 'x.duckdb'}::runs",
        "a table of the connection": "no_name",
        "a frame": one_run("good"),
        "another frame": pl.from_pandas(one_run("good")),
        "a relation": connection.table("no_name"),
        'it\'s "a name"; --': pa.Table.from_pandas(one_run("good")),
        "standard input": "-",
    }
    del runs["a text"]
    found = scores(runs, connection=connection)
    for name in runs:
        assert [row for row in found if row[0] == name] == only("good", name)
    assert len(found) == len(runs) * len(only("good"))


def test_one_frame_may_be_given_under_two_names():
    frame = one_run("good")
    assert scores({"one": frame, "two": frame}) == only("good", "one") + only("good", "two")


def test_a_list_may_hold_frames_of_several_runs():
    runs = [RUNS[RUNS["run"] == "good"], pl.from_pandas(RUNS[RUNS["run"] == "poor"])]
    assert scores(runs) == expected()
    assert scores(tuple(runs)) == expected()


def test_a_list_may_hold_frames_and_paths():
    assert scores([RUNS[RUNS["run"] == "poor"], TINY / "good.run"], [QRELS]) == expected()


def test_a_frame_without_a_run_column_is_called_run():
    assert scores(one_run("good")) == only("good", "run")


def test_judgments_may_be_true_and_false():
    qrels = QRELS.assign(relevance=QRELS["relevance"] > 0)
    whole = Evaluation(RUNS, QRELS).score("AP").fetchall()
    assert Evaluation(RUNS, qrels).score("AP").fetchall() == whole


def test_numbers_and_texts_in_frames_are_the_same_ids():
    runs = pd.DataFrame({"query_id": [7, 8], "doc_id": ["1", "2"], "score": [1, 1]})
    qrels = pl.DataFrame({"query_id": ["7", "8"], "doc_id": [1, 2], "relevance": [1, 1]})
    assert [row[-1] for row in Evaluation(runs, qrels).score("AP").fetchall()] == [1, 1]


# Tables of the user's own connection


def test_tables_of_the_connection_can_be_named(connection):
    assert scores("runs", "qrels", connection=connection) == expected()


def test_runs_and_qrels_are_the_names_where_none_are_given(connection):
    assert Evaluation(connection=connection).score(MEASURES).fetchall() == expected()


@pytest.mark.parametrize(
    "name", ["ranked", "RUNS", "main.runs", "memory.main.runs", "other.runs", "attached.runs", "odd"]
)
def test_a_table_or_view_can_be_named_in_many_ways(tmp_path, connection, name):
    connection.execute("create view ranked as select * from runs order by random()")
    connection.execute("create schema other; create table other.runs as from runs; create view odd as from other.runs")
    connection.execute(f"attach '{write_database(tmp_path / 'x.duckdb')}' as attached (read_only)")
    assert scores(name, "qrels", connection=connection) == expected()


@pytest.mark.parametrize("name", ["the runs", "it's", "runs; --", "a.b", "[1]", "runs.parquet", "select"])
def test_a_table_may_have_a_hard_name(connection, name):
    connection.execute(f"create table \"{name}\" as select * exclude (run) from runs where run = 'good'")
    assert scores(name, "qrels", connection=connection) == only("good", name)


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
    assert scores("my_runs", "my_qrels", connection=connection) == expected()


def test_registered_frames_can_be_named():
    connection = duckdb.connect()
    connection.register("runs", RUNS)
    connection.register("qrels", pl.from_pandas(QRELS))
    assert scores("runs", "qrels", connection=connection) == expected()


def test_a_temporary_table_hides_a_table_as_it_does_in_sql(connection):
    connection.register("given", FLIPPED)
    connection.execute("create temp table runs as from given")
    assert scores("runs", "qrels", connection=connection) == flipped()


def test_a_registered_frame_hides_a_table_as_it_does_in_sql(connection):
    connection.register("runs", FLIPPED)
    assert scores("runs", "qrels", connection=connection) == flipped()


def test_a_table_is_found_in_the_schema_in_use(connection):
    connection.register("given", FLIPPED)
    connection.execute("create schema other; create table other.runs as from given; use other")
    assert scores("runs", "main.qrels", connection=connection) == flipped()


def test_a_table_is_found_in_the_database_in_use(tmp_path, connection):
    connection.execute(f"attach '{write_database(tmp_path / 'x.duckdb', FLIPPED)}' as attached; use attached")
    assert scores("runs", "qrels", connection=connection) == flipped()


def test_what_an_open_transaction_made_is_seen(connection):
    connection.register("given", FLIPPED)
    connection.execute("begin; create table new_runs as from given")
    assert scores("new_runs", "qrels", connection=connection) == flipped()
    connection.execute("rollback")


def test_what_an_open_transaction_changed_is_seen(connection):
    connection.execute("begin; update runs set score = -score, rank = null")
    assert scores("runs", "qrels", connection=connection) == flipped()
    connection.execute("rollback")
    assert scores("runs", "qrels", connection=connection) == expected()


def test_a_view_over_what_an_open_transaction_changed_sees_it(connection):
    connection.execute("create view ranked as from runs; begin; update runs set score = -score, rank = null")
    assert scores("ranked", "qrels", connection=connection) == flipped()


def test_an_open_transaction_stays_open(connection):
    connection.execute("begin; delete from qrels where query_id = 'q1'")
    Evaluation("runs", "qrels", connection=connection).score("AP")
    connection.execute("rollback")
    assert connection.sql("select count(*) from qrels where query_id = 'q1'").fetchall() == [(6,)]


def test_a_path_given_with_a_connection_is_still_a_path(tmp_path, monkeypatch, connection):
    monkeypatch.chdir(tmp_path)
    pq.write_table(pa.Table.from_pandas(one_run("good")), "bm25.parquet")
    one_run("good").to_csv("bm25.csv", index=False)
    for given in ("bm25.parquet", "bm25.csv", "bm2?.parquet", tmp_path / "bm25.csv"):
        assert scores(given, "qrels", connection=connection) == only("good", "bm25")


def test_a_table_wins_over_a_file_of_its_name(tmp_path, monkeypatch, connection):
    monkeypatch.chdir(tmp_path)
    Path("runs").write_text("this is no run\n")
    assert scores("runs", "qrels", connection=connection) == expected()


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
    assert scores(first, second, connection=connection) == expected()
    assert scores("my_runs", "my_qrels", connection=connection) == expected()


def test_tables_may_even_have_the_inner_names_of_evalsql(connection):
    connection.execute("create table evalsql_runs as from runs; create table evalsql_qrels as from qrels")
    assert scores("evalsql_runs", "evalsql_qrels", connection=connection) == expected()


def test_a_table_of_a_read_only_database_can_be_named(tmp_path):
    path = write_database(tmp_path / "x.duckdb")
    before = path.read_bytes()
    connection = duckdb.connect(str(path), read_only=True)
    assert scores("runs", "qrels", connection=connection) == expected()
    connection.close()
    assert path.read_bytes() == before


# The user's connection is left as it was


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
    return {name: sorted(connection.sql(sql).fetchall(), key=str) for name, sql in queries.items()}


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


@pytest.mark.parametrize("measures", ["AP", ["nDCG@10", "P@5"]])
def test_evaluation_leaves_the_connection_as_it_was(tmp_path, lived_in, measures):
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
    before = lived_in.sql(sql).fetchall()
    assert before == [(1, 2, 3, 1, 4, 5, 6, 7, 10)]
    evaluation = Evaluation("main.runs", "main.qrels", connection=lived_in)
    assert evaluation.score(MEASURES).fetchall() == expected()
    assert lived_in.sql(sql).fetchall() == before


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
    assert scores("runs", "qrels", connection=connection) == expected()
    assert scores(RUNS, QRELS, connection=connection) == expected()


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


# What comes out


@pytest.fixture
def result() -> duckdb.DuckDBPyRelation:
    return Evaluation(RUNS, QRELS).score(MEASURES)


def test_scores_are_a_relation_of_run_query_metric_and_value(result):
    assert isinstance(result, duckdb.DuckDBPyRelation)
    assert result.columns == ["run", "query_id", "metric", "value"]
    assert [str(each) for each in result.types] == ["VARCHAR", "VARCHAR", "VARCHAR", "DOUBLE"]


def test_scores_are_in_the_order_of_runs_measures_and_queries():
    found = Evaluation(RUNS, QRELS).score(["P@5", "AP"]).fetchall()
    assert [row[:3] for row in found] == [
        (run, query, metric) for run in ("good", "poor") for metric in ("P@5", "AP") for query in QUERIES
    ]


def test_scores_become_frames_of_pandas_polars_and_arrow(result):
    assert list(result.df().itertuples(index=False, name=None)) == expected()
    assert result.pl().rows() == expected()
    assert [tuple(row.values()) for row in result.to_arrow_table().to_pylist()] == expected()
    assert isinstance(result.fetch_arrow_table(), pa.Table)


def test_scores_can_be_fetched_more_than_once(result):
    assert result.fetchall() == expected()
    assert result.fetchall() == expected()
    assert result.df().shape == (len(expected()), 4)


def test_scores_can_be_queried_with_sql(result):
    scores = result
    assert len(scores.columns) == 4
    found = duckdb.sql("select run, round(avg(value), 4) from scores where metric = 'AP' group by run order by run")
    assert found.fetchall() == [("good", 0.6927), ("poor", 0.2582)]


def test_scores_can_be_queried_with_the_methods_of_a_relation(result):
    found = result.filter("metric = 'AP' and run = 'poor'").aggregate("round(avg(value), 4)")
    assert found.fetchall() == [(0.2582,)]


def test_scores_can_be_queried_in_the_sql_of_the_users_connection(connection):
    found = Evaluation("runs", "qrels", connection=connection).score("AP")
    assert len(found.columns) == 4
    joined = connection.sql("""
        select query_id, value, count(*) from found join qrels using (query_id)
        where run = 'good' and relevance > 0 group by all order by query_id
    """)
    assert [(row[0], row[2]) for row in joined.fetchall()] == [
        ("q1", 3),
        ("q2", 2),
        ("q3", 2),
        ("q5", 2),
        ("q6", 5),
        ("q7", 3),
    ]


def test_scores_can_be_kept_in_a_table_of_the_users_connection(connection):
    evaluation = Evaluation("runs", "qrels", connection=connection)
    evaluation.score(MEASURES).create("kept")
    del evaluation
    gc.collect()
    assert connection.sql("from kept order by run, metric, query_id").fetchall() == sorted(
        expected(), key=lambda row: (row[0], row[2], row[1])
    )


def test_scores_can_be_written_to_a_file(tmp_path, result):
    result.write_parquet(str(tmp_path / "scores.parquet"))
    assert pq.read_table(tmp_path / "scores.parquet").num_rows == len(expected())


def test_scores_outlive_the_evaluation_and_its_inputs(tmp_path, connection):
    path = tmp_path / "good.run"
    path.write_bytes((TINY / "good.run").read_bytes())
    evaluation = Evaluation(path, "qrels", connection=connection)
    found = evaluation.score(MEASURES)
    path.unlink()
    connection.execute("drop table qrels")
    del evaluation
    gc.collect()
    assert found.fetchall() == only("good")


def test_scores_of_the_default_connection_outlive_the_evaluation():
    found = Evaluation(RUNS, QRELS).score(MEASURES)
    gc.collect()
    duckdb.sql("select 1").fetchall()
    assert found.fetchall() == expected()


def test_measures_can_be_scored_one_after_another_and_again():
    evaluation = Evaluation(RUNS, QRELS)
    found = [evaluation.score("AP"), evaluation.score(["P@5", "AP"]), evaluation.score("AP")]
    assert found[0].fetchall() == found[2].fetchall() == [row for row in expected() if row[2] == "AP"]
    assert {row[2] for row in found[1].fetchall()} == {"AP", "P@5"}
    assert len(found[1].fetchall()) == 2 * len(found[0].fetchall())


def test_evaluate_gives_what_an_evaluation_gives():
    runs = RUNS[(RUNS["query_id"] != "q8") & (RUNS["run"] == "good")]
    assert evaluate(runs, QRELS, MEASURES).fetchall() == only("good")


def test_evaluate_takes_the_options_of_an_evaluation(connection):
    options = {"queries": ["q1", "q6"], "depth": 2, "population": "intersection", "strict": True}
    connection.execute("delete from runs where query_id = 'q8'")
    whole = Evaluation(RUNS, QRELS, **options).score("AP").fetchall()
    assert evaluate("runs", "qrels", "AP", connection=connection, **options).fetchall() == whole


def test_the_leaderboard_is_a_relation_with_the_best_run_first():
    board = Evaluation(RUNS, QRELS).leaderboard(["AP", "P@5"])
    assert board.columns == ["run", "AP", "P@5"]
    assert [(run, round(value, 4)) for run, value, _ in board.fetchall()] == [("good", 0.6927), ("poor", 0.2582)]
