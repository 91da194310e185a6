"""Runs that the user names, NAME=path on the command line and {name: path} in Python; and patterns of folders."""

from pathlib import Path

import duckdb
import pytest
from places import FIXTURES
from test_names_given import folder  # noqa: F401

import evalsql

RUNS, QRELS = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet"


def test_linked_runs_keep_their_name(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalsql.database.writing.put_macros", lambda *given, **options: None)
    path = tmp_path / "e.duckdb"
    evalsql.build_database(path, {"x": str(folder / "one.parquet")}, QRELS, "AP", curves=(), link=True)
    evalsql.add_to_database(path, {"y": str(folder / "one.csv")})
    with duckdb.connect(path, read_only=True) as connection:
        assert connection.execute("select distinct run from runs order by 1").fetchall() == [("x",), ("y",)]
