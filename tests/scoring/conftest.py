"""What tests of evaluations share: judgments, and a connection of the user's."""

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from dataframes import RUNS, with_tables
from written import put_lines


@pytest.fixture
def qrels(tmp_path) -> Path:
    """Judgments of one document for each of two queries."""
    return put_lines(tmp_path / "q.txt", "q1 0 d0 1", "q2 0 d0 1")


@pytest.fixture
def connection() -> duckdb.DuckDBPyConnection:
    """The user's own connection, with tables runs and qrels."""
    return with_tables(duckdb.connect(), RUNS)


@pytest.fixture
def in_passes_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Has runs read in passes of so many rows."""
    return lambda rows: monkeypatch.setattr("evalsql.scoring.evaluation.pass_size", lambda connection: rows)
