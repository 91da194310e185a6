"""The extension with all macros: their bits, and its folder: tests, build by CMake, the example of its description."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
import sqllogic
import tables
from built import made_once
from extensions import both_give, loaded, opened, write
from macro_calls import QRELS, RUNS, argument, fitting, with_track
from places import ROOT
from variants import representative

import evalsql
from evalsql import Metric, udfs
from evalsql.catalog.measure import make_measure
from evalsql.connections import Connection
from evalsql.database.extension import LENGTH
from evalsql.database.library import OF_SCORES, list_macros

yaml = pytest.importorskip("yaml")

COMPILER = (os.environ.get("CC") or "cc").split()[0]
pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"there is no C compiler {COMPILER}")
with_cmake = pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not installed")
FOLDER = ROOT / "integrations" / "duckdb-extension"
TESTS = sorted((FOLDER / "test" / "sql").glob("*.test"))
DESCRIPTION = yaml.safe_load((FOLDER / "description.yml").read_text(encoding="utf-8"))
BUILT = ("build", "cmake_build", "configure", "extension-ci-tools")  # by DuckDB's makefiles


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "extension", write)


@pytest.fixture
def connection() -> Iterator[Connection]:
    with opened() as connection:
        yield connection


@pytest.fixture(scope="module")
def both(folder: Path) -> Connection:
    """A connection that has loaded it, and has the library attached as e, with the track and scores of it."""
    connection = with_track(loaded(folder))
    connection.execute("create temp table scores as from e.ap() union all from e.p(k := 5)")
    connection.execute(
        "create temp table clusters as select query_id, ascii(right(query_id, 1)) % 3 as cluster"
        " from (select distinct query_id from scores)"
    )
    connection.execute("create temp table tested as from e.paired_t()")
    return connection


def called(metric: Metric) -> str:
    """A call of a metric's macro or a curve's."""
    name = f"{metric.name.lower()}{'_curve' if metric.over else ''}"
    return f"{name}({', '.join(f'{each} := {argument(value)}' for each, value in fitting(metric).items())})"


def long_metrics_have_the_bits_of_the_batch_whatever_a_client_sets(both: Connection) -> None:
    some = [(name, metric) for name, metric in evalsql.metrics().items() if representative(metric)]
    metrics = dict(some[::2])  # the library has the same text of all
    measures = {name: make_measure(name, metric, fitting(metric)) for name, metric in metrics.items()}
    with duckdb.connect() as own:
        own.execute(f"create table runs as from {RUNS}; create table qrels as from {QRELS}")
        udfs.register(own)
        batch = evalsql.Evaluation("runs", "qrels", connection=own, measures=list(measures.values()))
        expected = batch.score(list(measures.values())).to_arrow_table()
    names = tables.pa.table({"name": list(measures), "metric": [str(each) for each in measures.values()]})
    both.register("expected", expected), both.register("names", names)
    both.execute("create temp table found (name varchar, run varchar, query_id varchar, value double)")
    both.execute("set integer_division = true; set default_order = 'desc'; set default_collation = 'nocase'")
    for name, metric in metrics.items():
        both.execute(f"insert into found select '{name}', run, query_id, value from evalsql.{called(metric)}")
    for setting in ("integer_division", "default_order", "default_collation"):
        both.execute(f"reset {setting}")
    wanted = "select name, run, query_id, value from expected join names using (metric)"
    tables.assert_same(both, wanted, "from found", keys=("run", "query_id"))


def long_curves_and_what_is_made_of_scores_have_the_bits_of_the_library(both: Connection) -> None:
    calls = [called(curve) for curve in evalsql.curves().values() if representative(curve)]
    both.execute("create or replace temp table hits as from e.success(k := 1)")
    # which compares two, and what is for values of 0 and 1
    other = {"mann_whitney": "mann_whitney(best := ['bm25'])"}
    other |= {name: f"{name}(scores := 'hits')" for name in ("mcnemar", "exact_interval", "wilson_interval")}
    calls += [other.get(macro.name, macro.call) for macro in list_macros() if macro.kind in OF_SCORES][2::3]
    assert [call for call in calls if not both_give(both, call)] == []


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name)
def long_what_the_sql_logic_tests_say_is_so(file: Path, folder: Path, connection: Connection) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith(f"# name: {file.relative_to(FOLDER).as_posix()}\n# description: ")
    loaded = []

    def load(name: str) -> None:
        loaded.append(name)
        connection.execute(f"load '{folder}/evalsql.duckdb_extension'")

    assert sqllogic.run(text, connection, load) > 3
    assert loaded == ["evalsql"]


def long_the_first_lines_that_the_description_shows_run(folder: Path, connection: Connection) -> None:
    connection.execute(f"load '{folder}/evalsql.duckdb_extension'")
    *first, ndcg, rr = DESCRIPTION["docs"]["hello_world"].strip().removesuffix(";").split(";\n")
    for statement in first:
        connection.execute(statement)
    assert {run: round(value, 4) for run, _, _, value in connection.sql(ndcg).fetchall()} == {
        "bm25": 0.6309,
        "dense": 1,
    }
    assert {run: value for run, _, _, value in connection.sql(rr).fetchall()} == {"bm25": 0.5, "dense": 1}
    assert connection.sql("select evalsql.version()").fetchall() == [(DESCRIPTION["extension"]["version"],)]


@with_cmake
def long_cmake_builds_it_and_duckdb_loads_it(tmp_path: Path, connection: Connection) -> None:
    asked = ["cmake", "-S", FOLDER, "-B", tmp_path, f"-DEVALSQL_PYTHON={sys.executable}"]
    for command in (asked, ["cmake", "--build", tmp_path]):
        done = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
    made = tmp_path / "evalsql.duckdb_extension"
    assert made.read_bytes()[:-LENGTH] == (tmp_path / "libevalsql.so").read_bytes() or sys.platform != "linux"
    connection.execute(f"load '{made}'")
    assert connection.sql("select evalsql.version()").fetchall() == [(DESCRIPTION["extension"]["version"],)]


@with_cmake
def long_cmake_refuses_what_the_source_cannot_be(tmp_path: Path) -> None:
    options = {
        "-DDUCKDB_WASM_EXTENSION=1": "reads the library as a script",
        "-DDUCKDB_EXTENSION_API_VERSION_UNSTABLE=v2.0.0": "stable C API",
        "-DTARGET_DUCKDB_VERSION_MAJOR=2": "version 1.2.0 of DuckDB's C API",
    }
    for place, (option, said) in enumerate(options.items()):
        command = ["cmake", "-S", FOLDER, "-B", tmp_path / str(place), option]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode != 0
        assert said in " ".join(done.stderr.split())


FAULTS = {
    "query I\nselect 1;\n----\n2\n": r"\['1'\] instead of \['2'\]",
    "# a line\n\nquery I\nselect 1;\n----\n": r"\['1'\] instead of \[\]",
    "query II\nselect 1;\n----\n1\n": "'query II' has other types than columns",
    "query T\nselect null;\n----\nNULL\n\nstatement error\nselect error('this');\n----\nthat\n": "this instead of",
    "statement maybe\nselect 1;\n": "'statement maybe' is no form",
    "statement error\nselect;\n": "---- is missing",
    "statement ok\nselect 1;\n----\n1\n": "---- is missing",
    "statement ok\n": "no statement",
}


def test_a_sql_logic_test_fails_where_it_should(connection: Connection) -> None:
    for text, complaint in FAULTS.items():
        with pytest.raises(AssertionError, match=complaint):
            sqllogic.run(text, connection, connection.execute)


def test_every_file_of_the_folder_is_known() -> None:
    files = {file.relative_to(FOLDER) for file in FOLDER.rglob("*") if file.is_file()}
    files = {file.as_posix() for file in files if file.parts[0] not in BUILT and "__pycache__" not in file.parts}
    said = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert files >= {"README.md", "src/evalsql.c", *(file.relative_to(FOLDER).as_posix() for file in TESTS)}
    names = {"test/sql" if name.startswith("test/sql/") else name for name in files - {"README.md"}}
    assert {name for name in names if f"| `{name}` |" not in said} == set()
