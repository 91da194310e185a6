"""Runs that the user names, NAME=path on the command line and {name: path} in Python; and patterns of folders."""

import os
from pathlib import Path

import duckdb
import pytest
from in_process import output, refusal
from places import FIXTURES
from tiny import read

import evalsql
from evalsql import InputError
from evalsql.inputs.names import Named, parse_named

RUNS, QRELS = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet"

TREC = FIXTURES / "tiny" / "good.run"


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


def runs_of(*given: str) -> list[str]:
    return [line.split(",")[0] for line in mean(*given).splitlines()[1:]]


def mean(*given: str) -> str:
    return output("evaluate", *given, "--qrels", QRELS, "-m", "AP", "--format", "csv")


@pytest.mark.parametrize(
    "name", ["one.parquet", "one.csv", "one.jsonl", "plain.parquet", "one.run", "eval.duckdb::runs"]
)
def test_a_run_is_called_as_the_user_says(name: str, folder: Path) -> None:
    expected = [("my run", *row) for _, *row in read(RUNS, where="run = 'bm25'")]
    assert read({"my run": str(folder / name)}) == expected
    assert runs_of(f"my run={folder / name}") == ["my run"]


def test_several_are_named_beside_each_other(folder: Path) -> None:
    given = f"x={folder / 'one.parquet'}", f"y={folder / 'plain.parquet'}", str(folder / "one.csv")
    assert sorted(runs_of(*given)) == ["bm25", "x", "y"]
    said = refusal("evaluate", f"x={folder / 'one.parquet'}", f"x={folder / 'one.csv'}", "--qrels", QRELS)
    assert said.endswith(
        " both hold a run called x; name one otherwise, NAME=path on the command line, or give the parts of one run as"
        " a folder or a quoted pattern, NAME='pattern'"
    )


def test_parts_of_one_run_are_given_as_a_pattern(folder: Path) -> None:
    assert mean(f"bm25={folder}/a/deep/*.parquet") == mean(str(folder / "one.parquet"))
    with pytest.raises(InputError, match="both hold a run called part0; name one otherwise, NAME=path"):
        evalsql.evaluate(str(folder / "?" / "deep"), QRELS, "AP")


def test_a_pattern_of_folders_is_the_files_in_them(folder: Path) -> None:
    assert mean(f"x={folder}/a/*") == mean(f"x={folder}/a")
    assert sorted(runs_of(f"{folder}/a/dee[p]")) == ["part0", "part1"]
    assert "both hold a run called part0" in refusal("evaluate", f"{folder}/[ab]*", "--qrels", QRELS)


def test_an_empty_name_in_a_mapping_is_refused() -> None:
    with pytest.raises(InputError, match="the names of runs: one is empty; each run must have a name"):
        evalsql.evaluate({"bm25": TREC, "": TREC}, QRELS, "AP")


def test_a_name_that_is_no_text_is_refused_whether_or_not_it_is_there(tmp_path: Path) -> None:
    name = os.fsdecode(bytes(tmp_path) + b"/caf\xe9.run")
    for _ in range(2):
        with pytest.raises(InputError, match=r"caf\\udce9.run' is not UTF-8 text"):
            evalsql.evaluate(name, QRELS, "AP")
        Path(name).write_bytes(TREC.read_bytes())


def test_one_name_for_several_runs_is_refused(folder: Path) -> None:
    said = refusal("evaluate", f"x={RUNS}", "--qrels", QRELS)
    assert said == (
        f"{RUNS}: holds 12 runs (bm25, bm25+ce, bm25+rm3, bm25-title, colbert, ...), which cannot all be called x;"
        " leave the name out, or choose one, such as --where \"run = 'bm25'\""
    )
    assert runs_of(f"x={RUNS}", "--where", "run = 'dense'") == ["x"]


def test_what_has_the_sign_in_its_own_name_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.makedirs("dt=1/run=a")
    Path("a").touch()
    Path("x=a").touch()
    for path in ("dt=1/run=a", "x=a", "dt=*/run=a", "dt=1", "x=none", "./y=a", "s3://b/dt=1/x.parquet", "=a", "x="):
        assert parse_named(path) == path
    for path in ("a", "-", "e.duckdb::runs", "s3://b/dt=1/x.parquet", "?", "dt=1/run=a"):
        assert parse_named(f"y={path}") == Named("y", path)
    assert "y=none: there is no such file" in refusal("evaluate", "y=none", "--qrels", QRELS)


def test_a_refusal_says_the_name_and_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text("q 0 d 1\n")
    Path("dup.run").write_text("q Q0 d 1 2 tag\nq Q0 d 2 1 tag\n")
    Path("bad.run").write_text("q Q0 d 1 2 tag\nq Q0 e 2 much tag\n")
    Path("empty.run").touch()
    for given, said in {
        ("good=dup.run",): "document d appears twice for query q in run good (dup.run, line 1 and dup.run, line 2)",
        ("good=bad.run",): "good=bad.run, line 2: score is 'much'; a number was expected",
        ("good=empty.run",): "good=empty.run: holds no rows, where a run was expected",
        ("good=dup.run", "other=dup.run"): "duplicate input: good=dup.run and other=dup.run",
        ("dup.run", "dup.run"): "duplicate input: dup.run",
    }.items():
        assert refusal("evaluate", *given, "--qrels", "qrels.txt") == said
