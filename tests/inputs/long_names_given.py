"""Runs that the user names, NAME=path on the command line and {name: path} in Python; and patterns of folders."""

from pathlib import Path

import duckdb
import pytest
from places import FIXTURES

import evalsql

RUNS, QRELS = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run in files of several formats, with and without a column run, and in parts."""
    folder = tmp_path_factory.mktemp("named")
    with duckdb.connect(folder / "eval.duckdb") as connection:
        connection.execute(f"create table runs as from '{RUNS}' where run = 'bm25'")
        for name in ("one.parquet", "one.csv", "one.jsonl"):
            connection.execute(f"copy runs to '{folder}/{name}'")
        connection.execute(f"copy (select * exclude (run) from runs) to '{folder}/plain.parquet'")
        for part in (0, 1):
            for night in ("a", "b"):
                (folder / night / "deep").mkdir(parents=True, exist_ok=True)
                rows = f"select * exclude (run) from runs where query_id::integer % 2 = {part}"
                connection.execute(f"copy ({rows}) to '{folder}/{night}/deep/part{part}.parquet'")
        (folder / "_SUCCESS").touch()
        connection.execute(
            "copy (select query_id, 'Q0', doc_id, rank, score, 'tag' from runs)"
            f" to '{folder}/one.run' (format csv, header false, delimiter ' ')"
        )
    return folder


def test_linked_runs_keep_their_name(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalsql.database.writing.put_macros", lambda *given, **options: None)
    path = tmp_path / "e.duckdb"
    evalsql.build_database(path, {"x": str(folder / "one.parquet")}, QRELS, "AP", curves=(), link=True)
    evalsql.add_to_database(path, {"y": str(folder / "one.csv")})
    with duckdb.connect(path, read_only=True) as connection:
        assert connection.execute("select distinct run from runs order by 1").fetchall() == [("x",), ("y",)]
