"""Every metric's macro in a library, connections that have it attached as e, and calls of the macros in it."""

from pathlib import Path
from typing import Any

import duckdb
import pytest
from places import FIXTURES

from evalsql import Metric, metrics
from evalsql.sqltext import quote

METRICS = [pytest.param(metric, id=name) for name, metric in metrics().items()]
# four runs and twenty queries of the simulated track; one run does not answer query 137
RUNS = f"(from '{FIXTURES}/track/runs.parquet' where run like 'bm25%' and query_id > '130')"
QRELS = f"(from '{FIXTURES}/track/subtopics.parquet' where query_id > '130')"


def attach(connection: duckdb.DuckDBPyConnection, library: Path) -> duckdb.DuckDBPyConnection:
    """The connection, with the library attached as e."""
    connection.execute(f"attach '{library}' as e (read_only)")
    return connection


def with_track(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, with some of the simulated track in its tables runs and qrels."""
    connection.execute(f"create temp table runs as from {RUNS}")
    connection.execute(f"create temp table qrels as from {QRELS}")
    return connection


def call(metric: Metric | str, /, **arguments: Any) -> str:
    """A call of a metric's macro in e. A text is quoted, and None stands for null."""
    name = (metric if isinstance(metric, str) else metric.name).lower()
    written = {name: argument(value) for name, value in arguments.items()}
    return f"e.{name}({', '.join(f'{n} := {v}' for n, v in written.items())})"


def argument(value: Any) -> str:
    """A value as a call writes it."""
    if isinstance(value, dict):
        return f"map {{{', '.join(f'{level}: {gain}' for level, gain in value.items())}}}"
    if value == float("inf"):
        return "'inf'::double"
    return "null" if value is None else quote(value) if isinstance(value, str) else str(value)


def in_bits(found: list[tuple]) -> list[tuple]:
    """Rows of run, query_id, metric and value in order, the value to its last bit."""
    return sorted((run, query, metric, value if value is None else value.hex()) for run, query, metric, value in found)


def rows(connection: duckdb.DuckDBPyConnection, source: str, before: str = "") -> list[tuple]:
    """The rows that a source gives: run, query_id, metric and value, in order, the value to its last bit."""
    found = connection.execute(f"{before} select run, query_id, metric, value from {source}").fetchall()
    assert found
    return in_bits(found)


def fitting(metric: Metric) -> dict[str, Any]:
    """Arguments with which any metric can be called: those of its first example."""
    return dict(metric.examples[0].arguments)


def complaint(connection: duckdb.DuckDBPyConnection, query: str) -> str:
    """What DuckDB says when it refuses a query."""
    with pytest.raises(duckdb.Error) as refused:
        connection.execute(query).fetchall()
    return str(refused.value)
