"""The extension with all macros: their bits, the tests of its folder, and its build by CMake."""

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
from extensions import OF_SCORES, both_give, loaded, opened, write
from macro_calls import QRELS, RUNS, argument, fitting, with_track
from places import ROOT
from variants import representative

import evalsql
from evalsql import Metric, udfs
from evalsql.catalog.measure import make_measure
from evalsql.database.footer import LENGTH

yaml = pytest.importorskip("yaml")

COMPILER = (os.environ.get("CC") or "cc").split()[0]
pytestmark = [
    pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"there is no C compiler {COMPILER}"),
]
FOLDER = ROOT / "integrations" / "duckdb-extension"
TESTS = sorted((FOLDER / "test" / "sql").glob("*.test"))
DESCRIPTION = yaml.safe_load((FOLDER / "description.yml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "extension", write)


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with opened() as connection:
        yield connection


@pytest.fixture(scope="module")
def both(folder: Path) -> duckdb.DuckDBPyConnection:
    """A connection that has loaded it, and has the library attached as e, with the track and scores of it."""
    connection = with_track(loaded(folder))
    connection.execute("create temp table scores as from e.ap() union all from e.p(k := 5)")
    connection.execute("create temp table tested as from e.paired_t()")
    return connection


def called(metric: Metric) -> str:
    """A call of a metric's macro or a curve's."""
    name = f"{metric.name.lower()}{'_curve' if metric.over else ''}"
    return f"{name}({', '.join(f'{each} := {argument(value)}' for each, value in fitting(metric).items())})"


def long_metrics_have_the_bits_of_the_batch_whatever_a_client_sets(both: duckdb.DuckDBPyConnection) -> None:
    measures = {name: make_measure(name, metric, fitting(metric)) for name, metric in evalsql.metrics().items()}
    with duckdb.connect() as own:
        own.execute(f"create table runs as from {RUNS}; create table qrels as from {QRELS}")
        udfs.register(own)
        batch = evalsql.Evaluation("runs", "qrels", connection=own, measures=list(measures.values()))
        expected = batch.score(list(measures.values())).to_arrow_table()
    names = tables.pa.table({"name": list(measures), "metric": [str(each) for each in measures.values()]})
    both.register("expected", expected), both.register("names", names)
    both.execute("create temp table found (name varchar, run varchar, query_id varchar, value double)")
    both.execute("set integer_division = true; set default_order = 'desc'; set default_collation = 'nocase'")
    for name, metric in evalsql.metrics().items():
        both.execute(f"insert into found select '{name}', run, query_id, value from evalsql.{called(metric)}")
    for setting in ("integer_division", "default_order", "default_collation"):
        both.execute(f"reset {setting}")
    wanted = "select name, run, query_id, value from expected join names using (metric)"
    tables.assert_same(both, wanted, "from found", keys=("run", "query_id"))


def long_curves_and_what_is_made_of_scores_have_the_bits_of_the_library(both: duckdb.DuckDBPyConnection) -> None:
    calls = [called(curve) for curve in evalsql.curves().values() if representative(curve)]
    of_two = {"mann_whitney": "mann_whitney(best := ['bm25'])"}  # which compares two
    calls += [of_two.get(macro.name, macro.call) for macro in OF_SCORES]
    assert [call for call in calls if not both_give(both, call)] == []


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name)
def long_what_the_sql_logic_tests_say_is_so(file: Path, folder: Path, connection: duckdb.DuckDBPyConnection) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith(f"# name: {file.relative_to(FOLDER).as_posix()}\n# description: ")
    loaded = []

    def load(name: str) -> None:
        loaded.append(name)
        connection.execute(f"load '{folder}/evalsql.duckdb_extension'")

    assert sqllogic.run(text, connection, load) > 3
    assert loaded == ["evalsql"]


def long_the_first_lines_that_the_description_shows_run(folder: Path, connection: duckdb.DuckDBPyConnection) -> None:
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


@pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not installed")
def long_cmake_builds_it_and_duckdb_loads_it(tmp_path: Path, connection: duckdb.DuckDBPyConnection) -> None:
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


@pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not installed")
@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("-DDUCKDB_WASM_EXTENSION=1", "reads the library as a script"),
        ("-DDUCKDB_EXTENSION_API_VERSION_UNSTABLE=v2.0.0", "stable C API"),
        ("-DTARGET_DUCKDB_VERSION_MAJOR=2", "version 1.2.0 of DuckDB's C API"),
    ],
)
def long_cmake_refuses_what_the_source_cannot_be(option: str, said: str, tmp_path: Path) -> None:
    done = subprocess.run(["cmake", "-S", FOLDER, "-B", tmp_path, option], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert said in " ".join(done.stderr.split())
