"""Queries and slices of a database: what the command line prints, kept where runs are added or it is upgraded."""

import csv
import io
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from in_process import output, refusal
from places import FIXTURES

RUNS, QRELS = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet"
IDS = [str(each) for each in range(101, 151)]
NAMES = {"queries", "slices", "leaderboard_by_slice"}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("given") / "queries.parquet"
    table = pa.table(
        {
            "query_id": IDS,
            "text": [f"what is {each}" for each in IDS],
            "language": [("de", "en", None)[place % 3] for place in range(50)],
            "length": [float(place % 9) for place in range(50)],
            "tags": [["a", "b"][: place % 3] for place in range(50)],
        }
    )
    pq.write_table(table, path)
    return path


def rows(path: Path, query: str) -> list[tuple]:
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(query).fetchall()


def names(path: Path) -> set[str]:
    return {name for (name,) in rows(path, "show tables")}


def held(path: Path) -> list[list[tuple]]:
    return [rows(path, f"from {name} order by all") for name in sorted(NAMES)]


@pytest.fixture(scope="module")
def built(given: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("built") / "all.duckdb"
    output("build", path, RUNS, "-q", QRELS, "-m", "AP", "--slices", given, "--by", "language,length:5,tags")
    return path


@pytest.mark.slow
def test_the_view_by_slice_is_what_the_command_prints(built: Path, given: Path) -> None:
    asked = ("--slices", given, "--by", "language,length:5,tags", "-m", "AP", "--format", "csv")
    printed = list(csv.DictReader(io.StringIO(output("evaluate", RUNS, "-q", QRELS, *asked))))
    found = rows(built, "select attribute, slice, run, value, queries, small from leaderboard_by_slice")
    assert found == [
        (row["attribute"], row["slice"], row["run"], float(row["AP"]), int(row["queries"]), row["small"] == "true")
        for row in printed
        if row["slice"]
    ]
    assert rows(built, "from queries order by query_id limit 3") == [
        ("101", "what is 101", "de", 0.0, None),
        ("102", "what is 102", "en", 1.0, ["a"]),
        ("103", "what is 103", None, 2.0, ["a", "b"]),
    ]
    said = rows(built, "select column_name, comment from duckdb_columns() where table_name = 'queries'")
    assert all(comment for _, comment in said)


@pytest.mark.slow
def test_without_slices_there_are_no_such_tables(tmp_path: Path) -> None:
    output("build", tmp_path / "plain.duckdb", RUNS, "-q", QRELS, "-m", "AP")
    assert not names(tmp_path / "plain.duckdb") & NAMES


@pytest.mark.slow
def test_slices_stay_where_runs_are_added_and_where_it_is_upgraded(built: Path, given: Path, tmp_path: Path) -> None:
    for name, where in (("some", "run <> 'bm25'"), ("new", "run = 'bm25'")):
        duckdb.sql(f"copy (from '{RUNS}' where {where}) to '{tmp_path / name}.parquet'")
    path = tmp_path / "some.duckdb"
    asked = ("-q", QRELS, "-m", "AP", "--slices", given, "--by", "language,length:5,tags")
    output("build", path, tmp_path / "some.parquet", *asked)
    output("build", path, tmp_path / "new.parquet", "--add")
    assert held(path) == held(built)
    output("build", path, "--upgrade")
    assert held(path) == held(built)
    for option in ("--add", "--upgrade"):
        runs = [tmp_path / "new.parquet"] if option == "--add" else []
        assert "leave out --slices" in refusal("build", path, *runs, option, "--slices", given)


def test_a_database_of_scores_has_slices_too(given: Path, tmp_path: Path) -> None:
    scores = tmp_path / "scores.parquet"
    output("evaluate", RUNS, "-q", QRELS, "-m", "AP", "-o", scores)
    duckdb.sql(f"copy (from '{scores}' where run <> 'bm25' and query_id <> '150') to '{tmp_path / 'some.parquet'}'")
    duckdb.sql(f"copy (from '{scores}' where run = 'bm25') to '{tmp_path / 'new.parquet'}'")
    path = tmp_path / "scored.duckdb"
    output("build", path, tmp_path / "some.parquet", "--slices", given, "--by", "language")
    assert names(path) >= NAMES
    output("build", path, tmp_path / "new.parquet", "--add")
    # what the table says of a query that is new is known
    duckdb.sql(f"copy (from '{tmp_path}/some.parquet' union all from '{tmp_path}/new.parquet') to '{scores}'")
    output("build", tmp_path / "whole.duckdb", scores, "--slices", given, "--by", "language")
    assert held(path) == held(tmp_path / "whole.duckdb")
    assert rows(path, "select text from queries where query_id = '150'") == [("what is 150",)]
    assert rows(path, "select count(*), count(distinct query_id) from slices") == [(50, 50)]
