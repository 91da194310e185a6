"""A file that a command reads is not written over."""

import os
from pathlib import Path

import pytest
from command import evalsql, refusal
from places import FIXTURES

TINY = FIXTURES / "tiny"
CALLS = {
    "a run": ["evaluate", "run.csv", "-q", "qrels.txt", "-o", "run.csv"],
    "by another path": ["evaluate", "run.csv", "-q", "qrels.txt", "-o", "./sub/../run.csv"],
    "by a link": ["evaluate", "run.csv", "-q", "qrels.txt", "-o", "link.csv"],
    "a run with a name": ["evaluate", "mine=run.csv", "-q", "qrels.txt", "-o", "run.csv"],
    "one of a pattern": ["evaluate", "*.csv", "-q", "qrels.txt", "-o", "run.csv"],
    "one of a folder": ["evaluate", "folder", "-q", "qrels.txt", "-o", "folder/run.csv"],
    "the judgments": ["compare", "run.csv", "good.run", "-q", "qrels.csv", "-o", "qrels.csv"],
    "what is converted": ["convert", "run.csv", "run.csv"],
    "the list of queries": ["evaluate", "run.csv", "-q", "qrels.txt", "--queries", "list.csv", "-o", "list.csv"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a run, judgments and a list of queries in CSV, and others of them beside."""
    for name in ("good.run", "qrels.txt"):
        (tmp_path / name).write_bytes((TINY / name).read_bytes())
    for source, name in (("good.run", "run.csv"), ("qrels.txt", "qrels.csv")):
        assert evalsql("convert", source, name, cwd=tmp_path).returncode == 0
    for each in ("sub", "folder"):
        (tmp_path / each).mkdir()
    (tmp_path / "folder" / "run.csv").write_bytes((tmp_path / "run.csv").read_bytes())
    (tmp_path / "list.csv").write_text("q1\n", encoding="utf-8")
    os.symlink("run.csv", tmp_path / "link.csv")
    return tmp_path


@pytest.mark.quick(3)
@pytest.mark.parametrize("call", CALLS)
def test_what_is_read_is_not_written_over(folder: Path, call: str) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    said = refusal(*CALLS[call], cwd=folder)
    assert "is read too, as " in said
    assert "would be lost; write another file" in said
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_scores_are_written_over_again(folder: Path) -> None:
    for _ in range(2):
        assert evalsql("evaluate", "run.csv", "-q", "qrels.txt", "-o", "scores.csv", cwd=folder).returncode == 0


def test_a_database_that_is_read_gets_another_table(folder: Path) -> None:
    assert evalsql("evaluate", "run.csv", "-q", "qrels.txt", "-o", "eval.duckdb", cwd=folder).returncode == 0
    done = evalsql("standardise", "eval.duckdb::scores", "-o", "eval.duckdb", "--force", cwd=folder)
    assert b"is read too" not in done.stderr
