"""A database, or a table in one, that is not there or cannot be read is refused with its name."""

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from refused import GOOD_RUN, RUN_HEADER, put_database, refusal
from written import put

from evalsql import evaluate


@pytest.fixture
def database(tmp_path) -> Path:
    put_database(tmp_path / "runs", RUN_HEADER, GOOD_RUN)
    return (tmp_path / "runs.duckdb").rename(tmp_path / "eval.duckdb")


def test_a_database_that_does_not_exist(tmp_path, qrels):
    path = tmp_path / "none.duckdb"
    assert refusal(f"{path}::runs", qrels) == f"{path}::runs: there is no file {path}"
    assert not path.exists()


@pytest.mark.parametrize("table", ["none", "main.none", "other.runs", "a.b.c.d", "runs;", "runs where 1=1", '"runs"'])
def test_a_table_that_a_database_has_not(database, qrels, table):
    said = refusal(f"{database}::{table}", qrels)
    assert said.startswith(f"{database}::{table}: ")
    assert "does not exist" in said or "no table" in said


def test_no_table_after_the_colons(database, qrels):
    said = refusal(f"{database}::", qrels)
    assert said.startswith(f"{database}::: ")
    assert "delimited identifier" not in said


@pytest.mark.parametrize("content", [b"", b"not a database", bytes(20_000)], ids=["empty", "text", "zeros"])
def test_a_file_that_is_no_database(tmp_path, qrels, content):
    path = put(tmp_path / "no.duckdb", content)
    said = refusal(f"{path}::runs", qrels)
    assert said.startswith(str(path))
    assert path.read_bytes() == content


def test_a_database_that_another_process_holds(database, qrels):
    code = f"import duckdb; held = duckdb.connect({str(database)!r}); print('held', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        said = refusal(f"{database}::runs", qrels)
        other.communicate(b"\n")
    assert said.startswith(f"{database}: cannot be opened")
    assert "lock" in said
    assert len(evaluate(f"{database}::runs", qrels, "AP").fetchall()) == 2


def test_a_name_that_is_neither_a_table_nor_a_file(qrels):
    connection = duckdb.connect()
    said = refusal("none", qrels, connection=connection)
    assert said.startswith("none: ")
    assert "table" in said
    assert "file" in said
