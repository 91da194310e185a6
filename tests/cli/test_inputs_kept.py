"""A file that a command reads is not written over."""

import os
from pathlib import Path

import duckdb
import in_process
import pytest
from command import evalsql as run
from command import refusal
from places import FIXTURES

import evalsql

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
        assert run("convert", source, name, cwd=tmp_path).returncode == 0
    for each in ("sub", "folder"):
        (tmp_path / each).mkdir()
    (tmp_path / "folder" / "run.csv").write_bytes((tmp_path / "run.csv").read_bytes())
    (tmp_path / "list.csv").write_text("q1\n", encoding="utf-8")
    os.symlink("run.csv", tmp_path / "link.csv")
    return tmp_path


def test_what_is_read_is_not_written_over(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for call, words in CALLS.items():
        said = refusal(*words, cwd=folder)
        assert "is also read, as " in said, call
        assert "would be lost; write to another file" in said, call
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before, call


def long_scores_are_written_over_again(folder: Path) -> None:
    for _ in range(2):
        assert run("evaluate", "run.csv", "-q", "qrels.txt", "-o", "scores.csv", cwd=folder).returncode == 0


def long_a_database_that_is_read_gets_another_table(folder: Path) -> None:
    done = run("evaluate", "run.csv", "other=good.run", "-q", "qrels.txt", "-o", "eval.duckdb", cwd=folder)
    assert done.returncode == 0
    assert run("correlate", "eval.duckdb::scores", "-o", "eval.duckdb", "--force", cwd=folder).returncode == 0


def long_nor_is_what_stands_behind_what_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "measures.json").write_text("AP\n")
    (folder / "suite.toml").write_text('[datasets.one]\nruns = ["run.csv"]\nqrels = "qrels.csv"\n')
    with duckdb.connect("d.duckdb") as connection:
        connection.execute("create table runs as from 'run.csv'; create table mine as select 42 as x")
        connection.execute("create view seen as from 'run.csv'; create view many as from read_csv('run.c*')")
    os.symlink("d.duckdb", "other.duckdb")
    in_process.output("build", "linked.duckdb", "run.csv", "-q", "qrels.csv", "-m", "AP", "--link")
    in_process.output("evaluate", "run.csv", "-q", "qrels.txt", "-m", "AP", "-o", "s.duckdb")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    twice = ["--baseline", "good.run", "--margin", "0.1", "-o", "new.json", "--also", "sub/../new.json"]
    build, ends = ["-q", "qrels.txt", "-m", "AP", "--force"], ["-q", "qrels.txt", "-m", "AP"]
    for said, *call in (
        ("as @measures.json", "evaluate", "run.csv", *ends, "-m", "@measures.json", "-o", "measures.json"),
        ("as run.csv", "suite", "suite.toml", "-m", "AP", "-o", "run.csv"),
        ("as qrels.csv", "suite", "suite.toml", "-m", "AP", "-o", "qrels.csv"),
        ("as d.duckdb::runs", "build", "d.duckdb", "d.duckdb::runs", *build),
        ("as d.duckdb::runs", "build", "d.duckdb", "mine=d.duckdb::runs", *build),
        ("as d.duckdb::runs", "build", "other.duckdb", "d.duckdb::runs", *build),
        ("as [a-d].duckdb::runs", "build", "d.duckdb", "[a-d].duckdb::runs", *build),
        ("as d.duckdb::qrels", "build", "d.duckdb", "run.csv", "-q", "d.duckdb::qrels", "-m", "AP", "--force"),
        ("as d.duckdb::mine", "build", "d.duckdb", "run.csv", "--slices", "d.duckdb::mine", *build),
        ("as d.duckdb::seen", "evaluate", "d.duckdb::seen", *ends, "-o", "run.csv"),
        ("as d.duckdb::many", "evaluate", "d.duckdb::many", *ends, "-o", "run.csv"),
        ("as linked.duckdb::scores", "compare", "linked.duckdb::scores", "-o", "run.csv"),
        ("as s.duckdb::scores", "standardize", "s.duckdb::scores", "-o", "s.duckdb", "--force"),
        ("written twice", "gate", "run.csv", *ends, *twice),
    ):
        done = in_process.whole(call, folder)
        assert (done.status, said in done.said) == (2, True), (call, done)
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before, call
    with pytest.raises(evalsql.InputError, match=r"d\.duckdb: is also read, as .*d\.duckdb::runs, and would be lost"):
        evalsql.build_database(folder / "d.duckdb", {"mine": f"{folder}/d.duckdb::runs"}, "qrels.txt", "AP", force=True)
    for _ in range(2):  # scores may lie where temporary files do
        words = ["evaluate", "run.csv", *ends, "-o", "s.json", "--set", "temp_directory=."]
        assert in_process.whole(words, folder).status == 0
