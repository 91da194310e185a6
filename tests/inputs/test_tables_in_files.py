"""Tables and views of DuckDB files give the same scores, whatever the files are called."""

from pathlib import Path

import duckdb
import pytest
from tiny import QRELS, RUNS, expected, scores


@pytest.fixture
def database(tmp_path) -> Path:
    path = tmp_path / "eval.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.register("given_runs", RUNS)
        connection.register("given_qrels", QRELS)
        connection.execute("create table runs as from given_runs; create table qrels as from given_qrels")
        connection.execute("create schema other; create table other.judgments as from qrels")
        connection.execute("create view ranked as select *, 'more' as note from runs")
        connection.execute("""create table "the 'best' ""runs""; --" as from runs""")
    return path


@pytest.mark.quick(2)
@pytest.mark.parametrize("table", ["runs", "RUNS", "main.runs", "ranked", """the 'best' "runs"; --"""])
def test_a_table_or_view_of_a_duckdb_file_gives_the_same_scores(database, table):
    assert scores(f"{database}::{table}", f"{database}::qrels") == expected()


def test_a_table_in_a_schema_of_a_duckdb_file_can_be_named(database):
    assert scores(f"{database}::runs", f"{database}::other.judgments") == expected()


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    "name", ["the evaluation.duckdb", "it's.duckdb", 'a"b.db', "no-suffix", "a::b.duckdb", "[1].db"]
)
def test_a_duckdb_file_may_have_any_name(database, name):
    moved = database.rename(database.with_name(name))
    assert scores(f"{moved}::runs") == expected()


def test_two_duckdb_files_of_one_name_can_be_read_at_once(database, tmp_path):
    other = tmp_path / "other" / "eval.duckdb"
    other.parent.mkdir()
    with duckdb.connect(str(other)) as connection:
        connection.register("given_qrels", QRELS)
        connection.execute("create table qrels as from given_qrels")
    assert scores(f"{database}::runs", f"{other}::qrels") == expected()


def test_a_run_of_a_table_without_a_run_column_is_named_for_the_table(database):
    with duckdb.connect(str(database)) as connection:
        connection.execute("create table bm25 as select * exclude (run) from runs where run = 'good'")
    assert {row[0] for row in scores(f"{database}::bm25")} == {"bm25"}
