"""What tests of inputs share: a run and judgments that are fit, and a connection of the user's."""

from pathlib import Path

import duckdb
import pytest
from dataframes import RUNS, with_tables
from refused import QRELS, RUN
from written import put


@pytest.fixture
def run(tmp_path) -> Path:
    return put(tmp_path / "fine.run", RUN)


@pytest.fixture
def qrels(tmp_path) -> Path:
    return put(tmp_path / "fine.qrels", QRELS)


@pytest.fixture
def connection() -> duckdb.DuckDBPyConnection:
    """The user's own connection, with tables runs and qrels."""
    return with_tables(duckdb.connect(), RUNS)
