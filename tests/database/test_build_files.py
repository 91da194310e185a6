"""Analysis databases as files: runs added, readers and writers at the same time, what is refused."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from built import CURVES, MEASURES, but_evaluations, contents, open_to_read
from in_process import invoke, refusal

from evalsql import InputError, add_to_database, build_database
from evalsql.database import build as building
from evalsql.database import writing
from evalsql.database.upgrade import upgrade_database

NEVER_THE_SAME = {"evalsql_sources"}  # one file of runs here, and two there


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "43200")


@pytest.fixture(scope="module")
def two_runs(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of two of the runs, without macros."""
    path = tmp_path_factory.mktemp("outer") / "eval.duckdb"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writing, "put_macros", lambda *given, **options: None)
        build_database(path, files["outer"], files["qrels"], MEASURES, curves=CURVES)
    return path


@pytest.fixture
def outer(two_runs: Path, tmp_path: Path, no_macros: None) -> Path:
    """A copy of it, in a folder of its own."""
    return Path(shutil.copy(two_runs, tmp_path))


def run_file(folder: Path, name: str) -> Path:
    """A run of one document."""
    path = folder / f"{name}.run"
    path.write_text(f"131 Q0 D1 1 1 {name}\n")
    return path


@pytest.mark.quick(options={})
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"link": True},
        {"population": "intersection", "depth": 7, "queries": ["131", "135", "140"], "convention": "ndeval"},
    ],
    ids=lambda options: "-".join(options) or "as by default",
)
def test_runs_that_are_added_are_as_if_they_had_been_there(
    options: dict, files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    settings = {"measures": MEASURES, "curves": CURVES} | options
    build_database(tmp_path / "whole.duckdb", files["runs"], files["qrels"], **settings)
    build_database(tmp_path / "parts.duckdb", files["outer"], files["qrels"], **settings)
    added = add_to_database(tmp_path / "parts.duckdb", files["inner"])
    assert "queries" not in options or "queries without judgments" not in {problem.kind for problem in added}
    whole, parts = (but_evaluations(contents(tmp_path / f"{name}.duckdb")) for name in ("whole", "parts"))
    assert whole.keys() == parts.keys()
    assert len(whole["run_summary"]) == 4
    for name in whole.keys() - NEVER_THE_SAME:
        assert parts[name] == whole[name], name
    assert sum(row[4] for row in parts["evalsql_sources"]) == sum(row[4] for row in whole["evalsql_sources"])
    with open_to_read(tmp_path / "parts.duckdb") as connection:
        rows = connection.execute(
            "select run, query_id, rank from internal.judged where rank is not null order by rowid"
        ).fetchall()
    assert rows == sorted(rows)


def test_what_is_built_and_added_to_is_what_is_built_at_once(tmp_path: Path, no_macros: None) -> None:
    runs = {"a": {"q1": {"d1": 2, "d2": 1}}, "b": {query: {"d2": 2, "d1": 1} for query in ("q1", "q2", "q3")}}
    qrels = pa.table(
        {"query_id": ["q1", "q1", "q2", "q3"], "doc_id": ["d1", "d2", "d1", "d2"], "relevance": [1, 0, 2, 1]}
    )
    of_subtopics = qrels.append_column("subtopic", [["s", "t", "s", "s"]])  # t has no relevant document
    weights = pa.table({"query_id": ["q1", "q2", "q3"], "subtopic": ["s"] * 3, "weight": [2.0, 1, 1]})
    queries = pa.table(
        {"query_id": ["q1", "q2", "q3"], "lang": ["de", "de", "en"], "size": [1, 2, 3], "text": ["x", None, "z"]}
    )
    some = {"population": "intersection"}
    for place, options in enumerate(
        (
            {},
            {**some, "slices": queries, "by": "lang,size:halves"},
            {"slices": queries, "by": "lang,size:2.5", "depth": 1},
            {"measures": ["alpha_nDCG@2", "AP"], "qrels": of_subtopics, "weights": weights},
            {**some, "convention": "trec_eval-10"},
            {"ties": "best", "costs": pa.table({"doc_id": ["d1"], "cost": [2.0]})},
        )
    ):
        given = {"qrels": qrels, "measures": ["AP"], "curves": [], **options}
        whole, parts = (tmp_path / f"{name}-{place}.duckdb" for name in ("whole", "parts"))
        build_database(whole, runs, **given)
        build_database(parts, {"a": runs["a"]}, **given)
        add_to_database(parts, {"b": runs["b"]})
        one, other = (but_evaluations(contents(path)) for path in (whole, parts))
        assert one.keys() == other.keys()
        for name in one.keys() - NEVER_THE_SAME:
            assert other[name] == one[name], (options, name)
    path = tmp_path / "complete.duckdb"
    build_database(path, {"b": runs["b"]}, qrels, "AP", convention="trec_eval-10")
    with pytest.raises(InputError, match="run a has no results for query q2, which trec_eval-10 refuses"):
        add_to_database(path, {"a": runs["a"]})
    with duckdb.connect(path) as connection:
        connection.execute("create view mine as select 42 as x")
    with pytest.raises(InputError, match="has mine, which evalsql did not make and would be lost; move it elsewhere"):
        add_to_database(path, {"c": runs["b"]})
    with pytest.raises(InputError, match="has mine, which evalsql did not make and would be lost; move it elsewhere"):
        upgrade_database(path)


@pytest.mark.slow
def test_queries_without_judgments_are_counted_once(outer: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        run = run_file(tmp_path, name)
        run.write_text(run.read_text() + f"elsewhere Q0 D1 1 1 {name}\n")
        add_to_database(outer, run)
    with open_to_read(outer) as connection:
        ((coverage,),) = connection.execute("select value from internal.evalsql_meta where key = 'coverage'").fetchall()
    assert coverage.endswith("; 1 query without judgments left out")


def test_a_run_that_is_there_is_not_added(outer: Path, files: dict[str, Path]) -> None:
    before = outer.read_bytes()
    with pytest.raises(InputError, match=r"eval.duckdb: has bm25 and 1 other already; nothing was added"):
        add_to_database(outer, files["outer"])
    assert outer.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "built"),
    [
        (
            "update internal.evalsql_meta set value = '0.0.1' where key = 'evalsql'",
            r"by evalsql 0\.0\.1, and this is .*",
        ),
        ("alter table run_summary rename to run", "before its tables were called as they are now"),
    ],
)
def test_a_database_of_another_version_is_not_added_to(
    change: str, built: str, outer: Path, files: dict[str, Path]
) -> None:
    with duckdb.connect(outer) as connection:
        connection.execute(change)
    with pytest.raises(InputError, match=rf"was built {built}; bring it up to date with 'evalsql build --upgrade "):
        add_to_database(outer, files["inner"])


@pytest.fixture
def another(outer: Path) -> Iterator[subprocess.Popen]:
    """Another process that opens the database, says how many runs it has whenever it is asked, and is ended at last."""
    code = (
        "import duckdb, sys\n"
        "connection = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == 'read')\n"
        "for line in sys.stdin:\n"
        "    print(connection.execute('select count(*) from run_summary').fetchall()[0][0], flush=True)\n"
    )
    started = []

    def start(how: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(outer), how], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.stdin.close()
        process.wait(10)
        process.stdout.close()


def ask(process: subprocess.Popen) -> int:
    process.stdin.write("\n")
    process.stdin.flush()
    return int(process.stdout.readline())


@pytest.mark.slow
def test_a_reader_keeps_what_it_has_open(outer: Path, files: dict[str, Path], another: subprocess.Popen) -> None:
    reader = another("read")
    assert ask(reader) == 2
    add_to_database(outer, files["inner"])
    assert ask(reader) == 2
    with open_to_read(outer) as connection:
        assert connection.execute("select count(*) from run_summary").fetchall() == [(4,)]
    build_database(outer, files["inner"], files["qrels"], "P@5", force=True)
    assert ask(reader) == 2


def test_a_database_that_another_process_writes_to_is_left_alone(
    outer: Path, files: dict[str, Path], another: subprocess.Popen
) -> None:
    assert ask(another("write")) == 2
    said = "eval.duckdb: another program has it open to write to it; close it there"
    with pytest.raises(InputError, match=said):
        add_to_database(outer, files["inner"])
    for force in (False, True):
        with pytest.raises(InputError, match=said):
            build_database(outer, files["inner"], files["qrels"], "P@5", force=force)


def test_nothing_is_left_where_writing_fails(
    outer: Path, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = outer.read_bytes()

    def fail(*given: object, **options: object) -> None:
        raise RuntimeError("a macro cannot be made")

    monkeypatch.setattr(writing, "put_macros", fail)
    for attempt in (
        lambda: add_to_database(outer, files["inner"]),
        lambda: build_database(outer, files["inner"], files["qrels"], "P@5", force=True),
    ):
        with pytest.raises(RuntimeError, match="a macro cannot be made"):
            attempt()
        assert outer.read_bytes() == before
        assert os.listdir(outer.parent) == ["eval.duckdb"]


def test_a_database_is_one_file_without_a_log(outer: Path) -> None:
    assert os.listdir(outer.parent) == ["eval.duckdb"]


@pytest.mark.slow
def test_nothing_that_is_there_is_replaced_unless_told_to(
    files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    given = files["outer"], files["qrels"], "P@5"
    path = tmp_path / "other.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table mine as select 1 as x")
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"other.duckdb: already exists and was not created by evalsql; use --force"):
        build_database(path, *given)
    for schema in ("internal", "live"):
        with pytest.raises(InputError, match=rf"{schema}.duckdb: its schema is called {schema} too"):
            build_database(tmp_path / f"{schema}.duckdb", *given)
    with pytest.raises(InputError, match=r"other.duckdb: was not created by evalsql, so no runs can be added"):
        add_to_database(path, files["inner"])
    assert path.read_bytes() == before
    (tmp_path / "text.duckdb").write_text("no database")
    with pytest.raises(
        InputError, match=r"text.duckdb: cannot be opened as a DuckDB database.*; use --force to overwrite it"
    ):
        build_database(tmp_path / "text.duckdb", *given)
    for name in ("other", "text"):
        build_database(tmp_path / f"{name}.duckdb", *given, force=True)
        again = rf"{name}.duckdb: already exists; use --add to add runs to it, or --force to replace it with all its"
        with pytest.raises(InputError, match=again):
            build_database(tmp_path / f"{name}.duckdb", *given)
        assert len(contents(tmp_path / f"{name}.duckdb")["run_summary"]) == 2


@pytest.mark.slow
def test_the_version_of_storage_may_be_chosen_and_is_kept(
    files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    path = tmp_path / "eval.duckdb"
    build_database(path, files["outer"], files["qrels"], "P@5", storage_version="v1.3.0")
    add_to_database(path, files["inner"])
    with open_to_read(path) as connection:
        ((tags,),) = connection.execute("select tags from duckdb_databases() where database_name = 'eval'").fetchall()
    assert tags["storage_version"].startswith("v1.3.0")
    with pytest.raises(InputError, match=r"DuckDB .* has no storage version 'v9\.0\.0'; give one such as v1\.2\.0"):
        build_database(path, files["outer"], files["qrels"], "P@5", storage_version="v9.0.0")


@pytest.mark.slow
def test_what_another_process_adds_meanwhile_is_not_lost(
    outer: Path, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = building.put_relations

    def slowly(*given: object, **options: object) -> None:
        monkeypatch.setattr(building, "put_relations", compare)
        add_to_database(outer, run_file(tmp_path, "meanwhile"))
        compare(*given, **options)

    monkeypatch.setattr(building, "put_relations", slowly)
    with pytest.raises(InputError, match=r"eval.duckdb: another program replaced it while runs were added to it"):
        add_to_database(outer, files["inner"])
    assert len(contents(outer)["run_summary"]) == 3
    add_to_database(outer, files["inner"])
    assert len(contents(outer)["run_summary"]) == 5
    assert sorted(os.listdir(outer.parent)) == ["eval.duckdb", "meanwhile.run"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["e.duckdb", "{inner}"], "to score runs, give their judgments too: --qrels QRELS (in Python: qrels)"),
        (["e.db", "{inner}", "-q", "{qrels}"], "e.db: unsupported output format '.db'; supported: .duckdb"),
        (["no/e.duckdb", "{inner}", "-q", "{qrels}"], "no/e.duckdb: there is no folder no"),
        (["e.duckdb", "{inner}", "--add"], "e.duckdb: there is no such file to add runs to"),
        (
            ["e.duckdb", "{inner}", "--add", "-q", "{qrels}"],
            "--add takes all but the runs from the database; leave out --qrels",
        ),
        (
            ["e.duckdb", "{inner}", "--add", "--link"],
            "--add takes all but the runs from the database; leave out --link",
        ),
        (
            ["e.duckdb", "{inner}", "--add", "--live"],
            "--add takes all but the runs from the database; leave out --live",
        ),
        (["--upgrade", "e.duckdb"], "e.duckdb: there is no such file to upgrade"),
        (["e.duckdb", "{inner}", "--upgrade"], "--upgrade takes all from the database; leave out RUNS"),
        (["e.duckdb"], "no runs were given; type evalsql build DATABASE RUNS --qrels QRELS"),
        (["e.duckdb", "{inner}", "-q", "{qrels}", "--curve", "AP"], "AP is a metric, with one value for a query"),
    ],
)
def test_the_command_refuses(
    arguments: list[str], said: str, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in refusal("build", *(argument.format(**files) for argument in arguments))
    assert os.listdir(tmp_path) == []


@pytest.mark.slow
def test_the_command_builds_adds_and_says_how_the_file_is_opened(
    files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    path = tmp_path / "eval.duckdb"
    done = invoke("build", path, files["outer"], "--qrels", files["qrels"], "-m", "P@5", "--curve", "DCG@3")
    assert (done.exception, done.stdout) == (None, "")
    assert f"evalsql: wrote {path}, " in done.stderr
    assert " MB: 2 runs, 20 queries, 40 scores\n" in done.stderr
    assert f"duckdb:///{path}" in done.stderr
    assert f"jdbc:duckdb:{path}" in done.stderr
    added = invoke("build", path, files["inner"], "--add")
    assert added.exception is None
    assert "4 runs, 20 queries, 80 scores" in added.stderr
    with open_to_read(path) as connection:
        assert connection.execute("select distinct metric from scores").fetchall() == [("P@5",)]
        assert connection.execute("select distinct metric from curves").fetchall() == [("DCG@3",)]
