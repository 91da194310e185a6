"""Tables and notes in a DuckDB file that others have open, write to or were killed in, and what is noted of all."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from threading import Timer

import duckdb
import pyarrow as pa
import pytest
from command import TINY, process
from in_process import invoke, output, refusal
from other_programs import ask, at_once, opened
from places import FIXTURES

import evalsql
from evalsql import InputError, own_folders
from evalsql.database.library_files import write_library
from evalsql.outputs import locks, writers
from evalsql.outputs.noted import hash_of_all, note_of
from evalsql.outputs.tables import TableMode


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks that are not waited for."""
    monkeypatch.setattr(locks, "WAIT", 0.1)


@pytest.mark.parametrize("how", ["read", "write"])
def long_a_file_that_another_program_has_open_is_refused_and_keeps_all(path: Path, how: str, impatient: None) -> None:
    said = "own.duckdb: another program has it open; close it there, or write to another file"
    with opened(path, how) as other:
        assert said in refusal("evaluate", *TINY, "-m", "AP", "-o", path, "--force")
        with pytest.raises(InputError, match=said):
            writers.write_rows(ROWS, path, "scores", FORCE)
        if how == "write":
            ask(other, "insert into mine values (99)")
    assert read(path, "select max(i), count(*) from mine") == [(99, 11) if how == "write" else (9, 10)]
    assert read(path, "from scores") == [(1,)]
    assert os.listdir(path.parent) == ["own.duckdb"]


@pytest.mark.parametrize("there", [True, False], ids=["there", "new"])
def long_of_tables_written_at_the_same_moment_none_is_lost(path: Path, there: bool) -> None:
    if not there:
        path.unlink()
    code = (
        "import duckdb; from evalsql.outputs import writers; from pathlib import Path\n"
        "connection = duckdb.connect(); go()\n"
        "writers.write(connection, 'select range as i from range(100_000)', Path(sys.argv[1]), table=sys.argv[2])\n"
    )
    names = ["a", "b", "c", "d"]
    assert at_once(code, *([str(path), name] for name in names)) == [0] * 4
    for name in names:
        assert read(path, f"select count(*), sum(i) from {name}") == [(100_000, 4_999_950_000)]
    assert os.listdir(path.parent) == ["own.duckdb"]
    if there:
        assert read(path, "select count(*) from mine") == [(10,)]


ROWS = pa.table({"run": ["bm25", "dense"], "value": [0.25, 0.5]})
FORCE = TableMode(force=True)
WRITTEN = [("bm25", 0.25), ("dense", 0.5)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of the user's own."""
    path = tmp_path / "own.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute(
            "create table mine as select range as i from range(10); create table scores as select 1 as x"
        )
    return path


def read(path: Path, sql: str) -> list[tuple]:
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute(sql).fetchall()


def long_a_file_that_another_program_closes_meanwhile_is_waited_for(path: Path) -> None:
    with opened(path, "write") as other:
        Timer(0.3, other.stdin.close).start()
        writers.write_rows(ROWS, path, "scores", FORCE)
    assert read(path, "from scores") == WRITTEN


def long_a_program_that_is_killed_while_it_writes_leaves_what_was_there(path: Path) -> None:
    code = (
        "import duckdb, os, pyarrow as pa; from evalsql.outputs import writers; from pathlib import Path\n"
        "part, connection = pa.RecordBatch.from_pydict({'x': list(range(200_000))}), duckdb.connect()\n"
        "parts = (part if place < 5 else os._exit(9) for place in range(10))\n"
        "connection.register('parts', pa.RecordBatchReader.from_batches(part.schema, parts)); go()\n"
        "from evalsql.outputs.tables import TableMode\n"
        "writers.write(connection, 'from parts', Path(sys.argv[1]), mode=TableMode(force=True))\n"
    )
    assert at_once(code, [str(path)]) == [9]
    assert read(path, "select (select x from scores), count(*) from mine") == [(1, 10)]
    writers.write_rows(ROWS, path, "scores", FORCE)
    assert read(path, "from scores") == WRITTEN


@pytest.mark.skipif(os.name == "nt", reason="there are no such limits")
def long_a_full_disk_leaves_what_was_there(path: Path) -> None:
    code = (
        "import duckdb, resource; from evalsql import InputError; from evalsql.outputs import writers\n"
        "from pathlib import Path; from evalsql.outputs.tables import TableMode\n"
        "connection = duckdb.connect(); go(); resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, 2 << 20))\n"
        "path, force = Path(sys.argv[1]), TableMode(force=True)\n"
        "try:\n    writers.write(connection, 'select md5(range::text) as x from range(300_000)', path, mode=force)\n"
        "except InputError as error:\n    sys.exit(2 if 'cannot be written' in str(error) else 1)\n"
    )
    assert at_once(code, [str(path)]) == [2]
    assert read(path, "select (select x from scores), count(*) from mine") == [(1, 10)]


def long_scores_are_read_from_the_file_that_the_comparisons_go_to(path: Path) -> None:
    output("evaluate", *TINY, "-m", "AP", "-o", path, "--force")
    output("compare", f"{path}::scores", "-m", "AP", "-o", path)
    assert read(path, "select metric, run, other from comparisons") == [("AP", "good", "poor")]
    assert read(path, "select count(*) from scores") == [(14,)]
    assert read(path, "select count(*) from mine") == [(10,)]


GIVEN = TINY[0], *TINY[2:], "-m", "AP"


@pytest.fixture
def started(tmp_path: Path) -> Path:
    """A history with the scores of one evaluation."""
    output("evaluate", *GIVEN, "-o", tmp_path / "history.duckdb")
    return tmp_path / "history.duckdb"


def long_where_the_part_names_the_table_it_is_refused_too(started: Path) -> None:
    output("describe", TINY[3], "-o", started)
    ((table,),) = rows(started, "select table_name from duckdb_tables() where table_name <> 'scores'")
    assert f"has a table {table} already" in refusal("describe", TINY[3], "-o", started)


def long_a_history_of_other_columns_is_not_added_to(started: Path) -> None:
    for change, said in (
        ("alter table scores add column night integer", "a column night, which these rows do not have"),
        ("alter table scores drop column night; alter table scores drop value", "no column value, which these rows "),
        ("alter table scores add column value integer", "a column value of type INTEGER, which is DOUBLE in these "),
    ):
        with duckdb.connect(started) as connection:
            connection.execute(change)
        before = rows(started, "from scores")
        assert f"table scores has {said}" in refusal("evaluate", *GIVEN, "-o", started, "--append", "--label", "x")
        assert rows(started, "from scores") == before
        assert "label" not in [name for name, *_ in rows(started, "describe scores")]


def long_a_library_is_the_same_each_time_and_replaces_libraries_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evalsql.database.library_files.put_macros", lambda *given: None)  # which takes its time
    started = tmp_path / "lib.duckdb"
    first = output("lib", started)
    assert output("lib", started) == first
    output("evaluate", *GIVEN, "-o", tmp_path / "own.duckdb")
    said = "own.duckdb: already exists and is no library of evalsql; use --force to overwrite it"
    assert said in refusal("lib", tmp_path / "own.duckdb")
    assert invoke("lib", tmp_path / "own.duckdb", "--force").exit_code == 0
    (tmp_path / "own.sql").write_text("select 1;")
    with pytest.raises(ValueError, match=r"own\.sql: already exists and is no library"):
        write_library(tmp_path / "own.sql")


pytestmark = pytest.mark.skipif(own_folders.fcntl is None, reason="there are no locks of folders")


def long_what_it_left_in_the_temporary_directory_goes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import os; from evalsql import scratch; made = scratch.make_folder(); open(f'{made}/spilled', 'w').write('x');"
        "os.kill(os.getpid(), 9)"
    )
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    subprocess.run([sys.executable, "-c", code], timeout=60)
    assert len(os.listdir(tmp_path)) == 1
    assert process("evaluate", *TINY).returncode == 0
    assert os.listdir(tmp_path) == []


ONE, OTHER = "0123456789abcdef0123456789abcdef01234567", "f" * 40


GOOD, POOR, QRELS = (FIXTURES / "tiny" / name for name in ("good.run", "poor.run", "qrels.txt"))


def rows(path: Path, sql: str) -> list[tuple]:
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute(sql).fetchall()


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history of two evaluations."""
    path = tmp_path_factory.mktemp("noted") / "history.duckdb"
    for label, runs in (("one", TINY), ("two", (TINY[0], *TINY[2:]))):
        output("evaluate", *runs, "-m", "AP", "-m", "NumRet", "-o", path, "--append", "--label", label)
    return path


@pytest.fixture
def history(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(made, tmp_path))


def long_what_was_added_before_there_were_notes_is_noted_by_the_next(history: Path) -> None:
    with duckdb.connect(history) as connection:
        connection.execute("drop view history; drop table evaluations")
    output("evaluate", *TINY, "-m", "AP", "-m", "NumRet", "-o", history, "--append")
    assert rows(history, "select evaluation, label, runs, runs_hash is null from evaluations") == [
        (1, "one", 2, True),
        (2, "two", 1, True),
        (3, None, 2, False),
    ]
    output("evaluate", *TINY, "-m", "AP", "-o", history, "--force", "--label", "anew")
    assert rows(history, "select evaluation, label from evaluations") == [(1, "anew")]


def long_what_is_noted_goes_with_the_scores_it_is_of(history: Path) -> None:
    there = "select table_name from information_schema.tables order by all"
    for _ in range(2):
        output("compare", *TINY, "-m", "AP", "-o", history, "--force", "--label", "three")
    assert rows(history, there) == [("comparisons",), ("evaluations",), ("history",), ("scores",)]
    output("evaluate", *TINY, "-m", "AP", "-o", history, "--force")
    assert rows(history, there) == [("comparisons",), ("scores",)]
    output("evaluate", *TINY, "-m", "AP", "-o", history, "--force", "--label", "anew")
    assert rows(history, "select distinct label from history") == [("anew",)]


def long_scores_and_what_is_noted_are_written_together_or_not_at_all(history: Path) -> None:
    with duckdb.connect(history) as connection:
        connection.execute("drop view history; drop table evaluations; create table evaluations as select 1 as mine")
    said = refusal("evaluate", *TINY, "-m", "AP", "-m", "NumRet", "-o", history, "--append")
    assert said == (
        f"{history}: has a table evaluations of its own, and evaluations cannot be noted in it; write to another file"
    )
    assert rows(history, "select count(*) from scores") == [(42,)]
    assert rows(history, "from evaluations") == [(1,)]
    for kind in ("table", "view"):  # nor is what is called as our view replaced
        with duckdb.connect(history) as connection:
            connection.execute(f"drop {'view' if kind == 'table' else 'table'} if exists history")
            connection.execute(f"drop table if exists evaluations; create {kind} history as select 2 as mine")
        said = refusal("evaluate", *TINY, "-m", "AP", "-m", "NumRet", "-o", history, "--append")
        assert said.startswith(f"{history}: has a table or view history of its own, in place of ours; write to")
        assert rows(history, "from history") == [(2,)]
        assert rows(history, "select count(*) from scores") == [(42,)]


def long_a_label_that_is_there_is_refused_or_replaced(history: Path) -> None:
    again = ("evaluate", TINY[1], *TINY[2:], "-m", "AP", "-m", "NumRet", "-o", history, "--append", "--label", "one")
    assert refusal(*again) == (
        f"{history}: has rows labelled one already; use another --label, or --replace-label to replace them"
    )
    assert rows(history, "select count(*) from scores") == [(42,)]
    output(*again, "--replace-label")
    for _ in range(2):  # the first time there is nothing to replace
        output(*again[:-1], "three", "--replace-label")
    assert rows(history, "select evaluation, label, runs, runs_hash from evaluations order by 1") == [
        (1, "one", 1, sha256(POOR)),  # which keeps its place
        (2, "two", 1, sha256(GOOD)),
        (3, "three", 1, sha256(POOR)),
    ]
    assert rows(history, "select label, run, count(*) from scores group by all order by 1") == [
        ("one", "poor", 14),
        ("three", "poor", 14),
        ("two", "good", 14),
    ]
    assert "give all three" in refusal("evaluate", *TINY, "-m", "AP", "-o", history, "--append", "--replace-label")


def long_evaluations_of_one_moment_stay_two(
    made: Path, history: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Frozen(datetime):
        @classmethod
        def now(cls, tz=None):
            return cls(2026, 1, 3, tzinfo=tz)

    monkeypatch.setattr("evalsql.outputs.tables.datetime", Frozen)
    for name, path in (("x", TINY[0]), ("y", TINY[1])):
        output("evaluate", f"r={path}", *TINY[2:], "-m", "AP", "-o", tmp_path / "h.duckdb", "--append", "--label", name)
    said = "select label, round(value, 4), evaluated_at - '2026-01-03'::timestamp < interval 1 second from history"
    assert rows(tmp_path / "h.duckdb", said) == [("y", 0.2582, True), ("x", 0.6927, True)]


def long_all_that_was_decided_is_noted_and_what_differs_is_said(tmp_path: Path) -> None:
    listed = {
        "exclusions": "query_id,doc_id\nq1,d1\n",
        "candidates": "doc_id\nd1\nd2\n",
        "costs": "doc_id,cost\nd1,2\n",
    }
    for name, text in listed.items():
        put(tmp_path / f"{name}.csv", text)
    given = {name: str(tmp_path / f"{name}.csv") for name in listed}
    chosen = {"without_own": True, "subtopics": "no", "where": "rank < 3", "columns": {"runs.run": "tag"}}
    weighed = note_of([str(GOOD)], str(QRELS), None, {"weights": str(POOR)})
    assert weighed.qrels_hash == hash_of_all([sha256(QRELS), sha256(POOR)])
    options = note_of([str(GOOD)], str(QRELS), None, {**given, **chosen, "queries": ["q2", "q1"]}).options
    files = options["files"]
    assert {name: options[name] for name in (*listed, *chosen)} == chosen | {
        name: sha256(tmp_path / f"{name}.csv") for name in listed
    }
    assert {files[path] for path in given.values()} == {options[name] for name in listed}
    assert options["queries_hash"] == hashlib.sha256(b"q1\nq2").hexdigest()

    path, excluded = tmp_path / "h.duckdb", ["--exclusions", tmp_path / "e.csv"]
    first, *_ = GOOD.read_text().split("\n")
    put(tmp_path / "e.csv", f"query_id,doc_id\n{first.split()[0]},{first.split()[2]}\n")
    for name, more in (("1", []), ("2", ["--ties", "trec_eval"]), ("3", [*excluded, "--without-own"])):
        output("evaluate", *TINY, "-m", "AP", "-o", path, "--append", "--label", name, *more)
    said = "evaluation 3 has other decisions (exclusions, without_own) than evaluation 2, with which it is compared"
    with pytest.warns(evalsql.InputWarning, match=re.escape(said)) as found:
        evalsql.log(path)
    assert len(found) == 1
    with duckdb.connect(path) as connection:  # as histories were before: nothing is known of the first two
        connection.execute("update evaluations set options = null where evaluation < 3")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evalsql.log(path)


def long_what_is_read_only_once_has_the_hash_that_its_file_would_have(tmp_path: Path) -> None:
    path = tmp_path / "h.duckdb"
    first, *_ = GOOD.read_text().split("\n")
    excluded = f"query_id,doc_id\n{first.split()[0]},{first.split()[2]}\n"
    other = QRELS.read_text().replace(" 1\n", " 2\n")
    for place, text in enumerate((QRELS.read_text(), other, excluded)):
        given = TINY[2:] if text == excluded else ()
        stream = tmp_path / f"{place}{'.csv' if given else ''}"
        os.mkfifo(stream)
        with ThreadPoolExecutor(1) as writer:
            writer.submit(stream.write_text, text)
            kind = "--exclusions" if given else "--qrels"
            output("evaluate", GOOD, *given, kind, stream, "-m", "AP", "-o", path, "--append")
    told = rows(path, "select qrels_hash, options->>'exclusions' from evaluations order by evaluation asc")
    hashes = [hashlib.sha256(text.encode()).hexdigest() for text in (other, excluded)]
    assert told == [(sha256(QRELS), None), (hashes[0], None), (sha256(QRELS), hashes[1])]
    with pytest.warns(evalsql.InputWarning) as found:
        evalsql.log(path)
    assert [str(each.message).partition(" than ")[0] for each in found] == [
        "evaluation 2 has other judgments",
        "evaluation 3 has other decisions (exclusions)",
    ]
