"""Queries and slices of a database: what the command line prints, kept where runs are added."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from built import ask, open_to_read
from in_process import output
from places import FIXTURES

import evalsql
from evalsql.database import writing

QRELS = FIXTURES / "track" / "qrels.parquet"
RUNS = f"(from '{FIXTURES}/track/runs.parquet' where run in ('bm25', 'ql', 'dense'))"
NAMES = {"queries", "slices", "leaderboard_by_slice"}


@pytest.fixture(scope="module", autouse=True)
def without_macros() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        for name in ("put_macros", "put_macros_of_scores"):
            patched.setattr(writing, name, lambda *given, **options: None)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three runs, a table of the queries and a database of them."""
    folder = tmp_path_factory.mktemp("sliced")
    columns = {
        "query_id": [str(each) for each in range(101, 151)],
        "text": [f"what is {each}" for each in range(101, 151)],
        "language": [("de", "en", None)[place % 3] for place in range(50)],
        "length": [float(place % 9) for place in range(50)],
        "tags": [["a", "b"][: place % 3] for place in range(50)],
    }
    pq.write_table(pa.table(columns), folder / "queries.parquet")
    duckdb.execute(f"copy {RUNS} to '{folder}/runs.parquet'")
    output("build", folder / "all.duckdb", folder / "runs.parquet", "-q", QRELS, "-m", "AP", *asked(folder))
    return folder


def asked(folder: Path, by: str = "language,length:5,tags") -> tuple[str | Path, ...]:
    return "--slices", folder / "queries.parquet", "--by", by


def rows(path: Path, query: str) -> list[tuple]:
    with open_to_read(path) as connection:
        return ask(connection, query)


def long_the_view_by_slice_is_what_the_command_prints(folder: Path) -> None:
    path = folder / "all.duckdb"
    given = "-q", QRELS, "-m", "AP", "--format", "csv", *asked(folder)
    printed = list(csv.DictReader(io.StringIO(output("evaluate", folder / "runs.parquet", *given))))
    assert rows(path, "select attribute, slice, run, value, queries, small from leaderboard_by_slice") == [
        (row["attribute"], row["slice"], row["run"], float(row["AP"]), int(row["queries"]), row["small"] == "true")
        for row in printed
        if row["slice"]
    ]
    assert rows(path, "from queries order by query_id limit 3") == [
        ("101", "what is 101", "de", 0.0, None),
        ("102", "what is 102", "en", 1.0, ["a"]),
        ("103", "what is 103", None, 2.0, ["a", "b"]),
    ]
    said = rows(path, "select column_name, comment from duckdb_columns() where table_name = 'queries'")
    assert all(comment for _, comment in said)


def long_a_database_of_scores_has_slices_too(folder: Path, tmp_path: Path) -> None:
    scores, path, by = tmp_path / "scores.parquet", tmp_path / "scored.duckdb", asked(folder, "language")
    output("evaluate", folder / "runs.parquet", "-q", QRELS, "-m", "AP", "-o", scores)
    parts = {"some": "run <> 'bm25' and query_id <> '150'", "new": "run = 'bm25'"}
    for name, where in (*parts.items(), ("all", " or ".join(parts.values()))):
        duckdb.sql(f"copy (from '{scores}' where {where}) to '{tmp_path / name}.parquet'")
    output("build", path, tmp_path / "some.parquet", *by)
    assert {name for (name,) in rows(path, "show tables")} >= NAMES
    output("build", path, tmp_path / "new.parquet", "--add")
    # what the table says of a query that is new is known
    output("build", tmp_path / "whole.duckdb", tmp_path / "all.parquet", *by)
    for name in NAMES:
        assert rows(path, f"from {name} order by all") == rows(tmp_path / "whole.duckdb", f"from {name} order by all")
    assert rows(path, "select text from queries where query_id = '150'") == [("what is 150",)]
    assert rows(path, "select count(*), count(distinct query_id) from slices") == [(50, 50)]


@pytest.mark.filterwarnings("ignore")
def test_views_tell_names_apart_that_differ_in_case_whatever_a_client_sets(tmp_path: Path) -> None:
    ranks = [("a", "q", 1), ("a", "Q", 2), ("A", "q", 2), ("A", "Q", 3), ("A", "r", 1)]
    given = [(run, query, f"d{place}", -place) for run, query, rank in ranks for place in (rank, 4)]
    tables = {
        "runs(run, query_id, doc_id, score)": given,
        "qrels(query_id, doc_id, relevance)": [("q", "d1", 2), ("Q", "d2", 1), ("Q", "d4", 2), ("r", "d4", 1)],
        "queries(query_id, kind)": [("q", "x"), ("Q", "X"), ("r", "x"), ("s", "X")],
    }
    runs, qrels, queries = (
        duckdb.sql(f"from (values {', '.join(map(str, each))}) as {name}").to_arrow_table()
        for name, each in tables.items()
    )
    path = tmp_path / "eval.duckdb"
    evalsql.build_database(path, runs, qrels, ["AP", "nDCG"], slices=queries, by="kind")
    views = ("leaderboard", "leaderboard_wide", "leaderboard_by_slice", "per_query", "history", "comparisons", "curves")
    with open_to_read(path) as connection:
        found = {view: ask(connection, f"from {view}") for view in views}
        for setting, value in {"default_collation": "nocase", "default_order": "desc"}.items():
            connection.execute(f"set {setting} = '{value}'")
            assert {view: ask(connection, f"from {view}") for view in views} == found, setting
            connection.execute(f"reset {setting}")
    assert [view for view, rows in found.items() if not {"a", "A"} <= {cell for row in rows for cell in row}] == []


@pytest.mark.parametrize("suffix", ["csv", "json", "parquet"])
def long_attributes_are_alike_where_they_are_for_duckdb(suffix: str, tmp_path: Path) -> None:
    attributes = "select unnest(['q1', 'q2']) as query_id, 'a' as \"Öl\", 'b' as \"öl\""
    queries = f"{tmp_path}/queries.{suffix}{'l' * (suffix == 'json')}"
    duckdb.execute(f"copy ({attributes}) to '{queries}' (format {suffix})")
    runs, qrels = {"a": {"q1": {"d": 1}, "q2": {"d": 1}}}, {"q1": {"d": 1}, "q2": {"d": 1}}
    evalsql.build_database(tmp_path / "all.duckdb", runs, qrels, "AP", slices=queries)
    assert rows(tmp_path / "all.duckdb", "from queries") == [("q1", None, "a", "b"), ("q2", None, "a", "b")]
