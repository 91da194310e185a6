"""The tiny collection as frames of pandas, in a DuckDB file, and in the tables of the user's own connection."""

from functools import cache
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
from tiny import TINY, all_rows, expected, rows_of, scores

RUNS = pd.concat(
    pd.read_csv(TINY / f"{run}.run", sep=" ", names=["query_id", "Q0", "doc_id", "rank", "score", "run"])
    for run in ("good", "poor")
)
QRELS = pd.read_csv(TINY / "qrels.txt", sep=" ", names=["query_id", "iteration", "doc_id", "relevance"])
FLIPPED = RUNS.assign(score=-RUNS["score"]).drop(columns="rank")


@cache
def flipped() -> list[tuple]:
    """The scores of the runs with their order reversed."""
    return scores(FLIPPED)


def only(run: str, name: str | None = None) -> list[tuple]:
    """The scores of one run, under another name."""
    return [(name or run, *row[1:]) for row in expected() if row[0] == run]


def one_run(run: str) -> pd.DataFrame:
    return RUNS[RUNS["run"] == run].drop(columns="run")


def with_tables(connection: duckdb.DuckDBPyConnection, runs: pd.DataFrame) -> duckdb.DuckDBPyConnection:
    """The connection, with tables runs and qrels."""
    connection.register("given_runs", runs)
    connection.register("given_qrels", QRELS)
    connection.execute("create table runs as from given_runs; create table qrels as from given_qrels")
    connection.unregister("given_runs")
    connection.unregister("given_qrels")
    return connection


def write_database(path: Path, runs: pd.DataFrame = RUNS) -> Path:
    with duckdb.connect(str(path)) as connection:
        with_tables(connection, runs)
    return path


def rows_flipped() -> list[tuple]:
    return rows_of(pa.Table.from_pandas(FLIPPED))


def rows_only(run: str, name: str | None = None) -> list[tuple]:
    """The rows of one run, under another name."""
    return [(name or run, *row[1:]) for row in all_rows() if row[0] == run]
