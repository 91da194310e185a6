"""What a run is called: as the user says, by its column, tags or file; and judgments by their name in ir_datasets."""

import os
import sys
from collections import namedtuple
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import duckdb
import pyarrow as pa
import pytest
from in_process import answered_once, invoke, output, refusal
from places import FIXTURES
from tiny import GOOD, RUNS, all_rows, read, rows_read, unread
from written import ALL_FORMATS, as_csv, as_gzip, as_jsonl, as_parquet, as_trec, as_zstd, put

import evalsql
from evalsql import InputError
from evalsql.inputs.names import Named, Side, parse_named

TRACK, QRELS = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet"
TREC = FIXTURES / "tiny" / "good.run"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run in files of several formats, with and without a column run, and in parts."""
    folder = tmp_path_factory.mktemp("named")
    with duckdb.connect(folder / "eval.duckdb") as connection:
        connection.execute(f"create table runs as from '{TRACK}' where run = 'bm25' and query_id < '110'")
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


def runs_of(*given: object) -> list[str]:
    printed = output("evaluate", *map(str, given), "--qrels", QRELS, "-m", "AP", "--format", "csv")
    return [line.split(",")[0] for line in printed.splitlines()[1:]]


def long_a_run_is_called_as_the_user_says(folder: Path) -> None:
    expected = [("my run", *row) for _, *row in read(folder / "one.parquet")]
    for name in ("one.parquet", "one.csv", "one.jsonl", "plain.parquet", "one.run", "eval.duckdb::runs"):
        assert read({"my run": str(folder / name)}) == expected
    given = f"x={folder / 'one.parquet'}", f"my run={folder / 'eval.duckdb'}::runs", folder / "one.csv"
    assert sorted(runs_of(*given)) == ["bm25", "my run", "x"]
    said = refusal("evaluate", given[0], f"x={folder / 'one.csv'}", "--qrels", QRELS)
    assert said.endswith(
        " both hold a run called x; give one another name, NAME=path on the command line, or give the"
        " parts of one run as"
        " a folder or a quoted pattern, NAME='pattern'"
    )
    assert runs_of(f"x={TRACK}", "--where", "run = 'dense'") == ["x"]
    assert refusal("evaluate", f"x={TRACK}", "--qrels", QRELS) == (
        f"{TRACK}: holds 12 runs (bm25, bm25+ce, bm25+rm3, bm25-title, colbert, ...), which cannot all be called x;"
        " leave the name out, or choose one, such as --where \"run = 'bm25'\""
    )


def test_parts_of_one_run_are_a_pattern_and_a_pattern_of_folders_is_the_files_in_them(folder: Path) -> None:
    whole = read({"x": folder / "one.parquet"})
    for pattern in ("a/deep/*.parquet", "a/*", "a"):
        assert read({"x": f"{folder}/{pattern}"}) == whole
    assert {row[0] for row in read(f"{folder}/a/dee[p]")} == {"part0", "part1"}
    for pattern in ("?/deep", "[ab]*"):
        assert "both hold a run called part0; give one another name, NAME=path" in unread(f"{folder}/{pattern}")


def test_names_that_are_none_are_refused(tmp_path: Path) -> None:
    assert "a run has an empty name; each run must have a name" in unread({"bm25": TREC, "": TREC})
    name = os.fsdecode(bytes(tmp_path) + b"/caf\xe9.run")
    for _ in range(2):  # whether or not it is there
        with pytest.raises(InputError, match=r"caf\\udce9.run' is not UTF-8 text"):
            evalsql.evaluate(name, QRELS, "AP")
        Path(name).write_bytes(TREC.read_bytes())


def test_what_has_the_sign_in_its_own_name_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.makedirs("dt=1/run=a")
    Path("a").touch(), Path("x=a").touch()
    for path in ("dt=1/run=a", "x=a", "dt=*/run=a", "dt=1", "x=none", "./y=a", "s3://b/dt=1/x.parquet", "=a", "x="):
        assert parse_named(path) == path
    for path in ("a", "-", "e.duckdb::runs", "s3://b/dt=1/x.parquet", "?", "dt=1/run=a"):
        assert parse_named(f"y={path}") == Named("y", path)
    with pytest.raises(InputError, match=r"^the name 'y ' begins or ends with a blank; leave it out$"):
        parse_named("y =a")


def long_what_is_wrong_in_a_run_with_a_name_is_said_of_its_file(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "qrels.txt", "q 0 d 1\n")
    put(tmp_path / "dup.run", "q Q0 d 1 2 tag\nq Q0 d 2 1 tag\n")
    put(tmp_path / "bad.run", "q Q0 d 1 2 tag\nq Q0 e 2 much tag\n")
    put(tmp_path / "empty.run", "")
    for given, said in {
        ("good=dup.run",): "document d appears twice for query q in run good (dup.run, line 1 and dup.run, line 2);"
        " 'evalsql evaluate --duplicates best' keeps the one of the highest score",
        ("good=bad.run",): "good=bad.run, line 2: score is 'much'; a number was expected",
        ("good=empty.run",): "good=empty.run: holds no rows, where a run was expected",
        ("good=dup.run", "other=dup.run"): "duplicate input: good=dup.run and other=dup.run",
        ("dup.run", "dup.run"): "duplicate input: dup.run",
    }.items():
        assert refusal("evaluate", *given, "--qrels", "qrels.txt") == said
    assert "y=none: there is no such file" in refusal("evaluate", "y=none", "--qrels", "qrels.txt")


def test_a_run_is_named_for_its_file_where_nothing_else_names_it(tmp_path: Path) -> None:
    names = ["bm25.run", "bm25.run.gz", "bm25.RUN.GZ", "bm25.txt", "bm25.trec", "results.test.run", "input.bm25"]
    names += ["10x10.prf.unipd.it.run", "input.bm25.gz", "v1.2", "a+b&c=d, e.run", ".run"]
    called = ["bm25"] * 5 + ["results.test", "input.bm25", "10x10.prf.unipd.it", "input.bm25", "v1.2", "a+b&c=d, e"]
    for name, run in zip(names, [*called, ".run"], strict=True):
        text = as_trec(GOOD)
        given = put(tmp_path / "v1.0.run" / name, as_gzip(text) if name.lower().endswith("gz") else text)
        assert {row[0] for row in read(given)} == {run}, name
    for suffix in ("parquet", "csv", "tsv.gz", "jsonl.zst", "json"):
        write = as_parquet if suffix == "parquet" else as_jsonl if "json" in suffix else as_csv
        pack = as_gzip if suffix.endswith("gz") else as_zstd if suffix.endswith("zst") else bytes
        given = put(tmp_path / f"bm25.v2.{suffix}", pack(write(GOOD.drop(["run"]))))
        assert {row[0] for row in read(given)} == {"bm25.v2"}, suffix


def test_tags_of_a_file_of_several_runs_and_a_run_column_name_runs(tmp_path: Path) -> None:
    both = put(tmp_path / "both.run", as_trec(RUNS))
    assert {row[0] for row in rows_read(both)} == {"good", "poor"}
    found = rows_read([both, put(tmp_path / "third.run", as_trec(GOOD))])
    assert {row[0] for row in found} == {"good", "poor", "third"}
    for name in ("parquet", "csv", "jsonl"):
        assert rows_read(put(tmp_path / f"other.{name}", ALL_FORMATS[name](RUNS))) == all_rows()
    third, other = tmp_path / "third.run", tmp_path / "other.parquet"
    said = f"{other}: holds 2 runs (good, poor), which cannot all be called x; leave the name out, or choose one"
    assert unread({"y": put(tmp_path / "y.parquet", as_parquet(GOOD)), "x": other}).startswith(said)
    sides = rows_read([Named("y", third), Named(Side("new"), other)])
    assert {row[0] for row in sides} == {"y", "new:good", "new:poor"}
    ids = {"query_id": ["q"] * 2, "doc_id": ["a", "b"], "score": [2.0, 1.0]}
    half = put(tmp_path / "half.parquet", as_parquet(pa.table({"run": [None, "good"], **ids})))
    assert {row[0] for row in rows_read({"x": half})} == {"x"}


def long_linked_runs_keep_their_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalsql.database.writing.put_macros", lambda *given, **options: None)
    for name in ("one.parquet", "one.csv"):
        duckdb.execute(f"copy (from '{TRACK}' where run = 'bm25') to '{tmp_path / name}'")
    path = tmp_path / "e.duckdb"
    evalsql.build_database(path, {"x": str(tmp_path / "one.parquet")}, QRELS, "AP", curves=(), link=True)
    evalsql.add_to_database(path, {"y": str(tmp_path / "one.csv")})
    with duckdb.connect(path, read_only=True) as connection:
        assert connection.execute("select distinct run from runs order by 1").fetchall() == [("x",), ("y",)]


Judged = namedtuple("Judged", "query_id doc_id relevance iteration")
JUDGED_ROWS = [Judged("1", "a", 1, "0"), Judged("1", "b", 0, "0"), Judged("2", "a", 2, "0")]


class Dataset:
    def __init__(self, rows):
        self.rows = rows

    def has_qrels(self):
        return self.rows is not None

    def qrels_iter(self):
        if not self.rows:
            raise ConnectionError("no route to host")
        return iter(self.rows)


@pytest.fixture
def stand_in(monkeypatch):
    module = ModuleType("ir_datasets")
    module.__spec__ = ModuleSpec("ir_datasets", None)
    module.load = {"beir/x/test": Dataset(JUDGED_ROWS), "x/none": Dataset(None), "x/away": Dataset([])}.__getitem__
    monkeypatch.setitem(sys.modules, "ir_datasets", module)


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return put(tmp_path / "x.run", "1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n2 Q0 a 1 1 x\n")


def test_judgments_are_read_by_name_where_no_file_is_called_so(stand_in, run, tmp_path):
    given = ("--qrels", "beir/x/test", "-m", "RR")
    assert invoke("evaluate", run, *given, "--format", "csv").stdout.splitlines()[1] == "x,0.75"
    assert invoke("evaluate", run, *given, "-o", "h.duckdb", "--append", "--label", "a").exit_code == 0
    shown = invoke("gate", run, *given, "--margin", "0.9", "--baseline", "h.duckdb::scores")
    assert "it is not known whether" in shown.stderr
    put(tmp_path / "beir/x/test", "1 0 b 1\n2 0 b 1\n")
    assert invoke("evaluate", run, *given, "--format", "csv").stdout.splitlines()[1] == "x,0.5"


def test_what_is_not_there_is_refused(stand_in, run):
    for name, said in {
        "x/none": "is a dataset of ir_datasets without judgments",
        "x/away": "ir_datasets cannot read it: no route to host",
        "x/other": "there is neither such a file nor such a dataset of ir_datasets",
        "x/other.txt": "there is no such file",
    }.items():
        assert refusal("evaluate", run, "--qrels", name) == f"{name}: {said}"


def test_a_suite_downloads_nothing_unless_the_line_allows_it(stand_in, run):
    put(run.parent / "suite.toml", '[datasets.a]\nqrels = "beir/x/test"\nruns = "x.run"\nmeasures = ["RR"]\n')
    assert "qrels has beir/x/test, which is not a file" in refusal("suite", "suite.toml")
    with answered_once("suite"):
        assert "0.7500" in invoke("suite", "suite.toml", "--outside").stdout
        rows = invoke("suite", "suite.toml", "--outside", "--per-query", "--format", "csv").stdout.splitlines()
    assert rows == ["dataset,run,query_id,metric,value", "a,x,1,RR,0.5", "a,x,2,RR,1.0"]


def test_without_the_package_it_is_named(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    assert refusal("evaluate", run, "--qrels", "beir/x/test") == (
        "beir/x/test: there is no such file; if it is a dataset of ir_datasets, "
        "python -m pip install 'evalsql[datasets]' reads it"
    )
