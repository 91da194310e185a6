"""What a submission to DuckDB's community repository has: its tests pass, it builds, and it says what is so."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
import sqllogic
from built import made_once
from in_process import output
from places import ROOT

from evalsql.database.footer import LENGTH

yaml = pytest.importorskip("yaml")

FOLDER = ROOT / "integrations" / "duckdb-extension"
TESTS = sorted((FOLDER / "test" / "sql").glob("*.test"))
DESCRIPTION = yaml.safe_load((FOLDER / "description.yml").read_text(encoding="utf-8"))
COMPILER = (os.environ.get("CC") or "cc").split()[0]
needs_compiler = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"there is no C compiler {COMPILER}")
BUILT = ("build", "cmake_build", "configure", "extension-ci-tools")  # by DuckDB's makefiles


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension as the command writes it."""

    def make(path: Path) -> None:
        path.mkdir()
        output("lib", path / "evalsql.duckdb_extension")

    return made_once(tmp_path_factory, "extension", make) / "evalsql.duckdb_extension"


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"allow_unsigned_extensions": True}) as connection:
        yield connection


@needs_compiler
@pytest.mark.slow  # evalsql takes some seconds to write the extension
@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name)
def test_what_the_sql_logic_tests_say_is_so(file: Path, extension: Path, connection: duckdb.DuckDBPyConnection) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith(f"# name: {file.relative_to(FOLDER).as_posix()}\n# description: ")
    loaded = []

    def load(name: str) -> None:
        loaded.append(name)
        connection.execute(f"load '{extension}'")

    assert sqllogic.run(text, connection, load) > 3
    assert loaded == ["evalsql"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("query I\nselect 1;\n----\n2\n", r"line 1: \['1'\] instead of \['2'\]"),
        ("# a line\n\nquery I\nselect 1;\n----\n", r"line 3: \['1'\] instead of \[\]"),
        ("query II\nselect 1;\n----\n1\n", "line 1: 'query II' does not have as many types"),
        ("query T\nselect null;\n----\nNULL\n\nstatement error\nselect error('this');\n----\nthat\n", "line 6: "),
        ("statement maybe\nselect 1;\n", "line 1: 'statement maybe' is no form"),
        ("statement error\nselect;\n", "line 1: ---- is missing"),
        ("statement ok\nselect 1;\n----\n1\n", "line 1: ---- is missing"),
        ("statement ok\n", "line 1: no statement"),
    ],
)
def test_a_sql_logic_test_fails_where_it_should(
    text: str, complaint: str, connection: duckdb.DuckDBPyConnection
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        sqllogic.run(text, connection, connection.execute)


def test_the_description_is_of_this_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    said = DESCRIPTION["extension"]
    assert said["version"] == project["version"]
    assert said["license"] == project["license"]
    assert (said["name"], said["language"], said["build"]) == ("evalsql", "C", "cmake")
    assert {"wasm_mvp", "wasm_eh", "wasm_threads"} <= set(said["excluded_platforms"].split(";"))
    # CMake takes the version from this line
    lines = (FOLDER / "description.yml").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("  version: ")] == [f"  version: {project['version']}"]


@needs_compiler
@pytest.mark.slow  # as the others
def test_the_first_lines_that_the_description_shows_run(extension: Path, connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(f"load '{extension}'")
    *first, ndcg, rr = DESCRIPTION["docs"]["hello_world"].strip().removesuffix(";").split(";\n")
    for statement in first:
        connection.execute(statement)
    assert {run: round(value, 4) for run, _, _, value in connection.sql(ndcg).fetchall()} == {
        "bm25": 0.6309,
        "dense": 1,
    }
    assert {run: value for run, _, _, value in connection.sql(rr).fetchall()} == {"bm25": 0.5, "dense": 1}
    assert connection.sql("select evalsql.version()").fetchall() == [(DESCRIPTION["extension"]["version"],)]


def test_every_file_of_the_folder_is_known() -> None:
    files = {file.relative_to(FOLDER) for file in FOLDER.rglob("*") if file.is_file()}
    files = {file.as_posix() for file in files if file.parts[0] not in BUILT and "__pycache__" not in file.parts}
    said = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert files >= {"README.md", "src/evalsql.c", *(file.relative_to(FOLDER).as_posix() for file in TESTS)}
    names = {"test/sql" if name.startswith("test/sql/") else name for name in files - {"README.md"}}
    assert {name for name in names if f"| `{name}` |" not in said} == set()


@needs_compiler
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not installed")
def test_cmake_builds_it_and_duckdb_loads_it(tmp_path: Path, connection: duckdb.DuckDBPyConnection) -> None:
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


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="CMake is not installed")
@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("-DDUCKDB_WASM_EXTENSION=1", "reads the library as a script"),
        ("-DDUCKDB_EXTENSION_API_VERSION_UNSTABLE=v2.0.0", "stable C API"),
        ("-DTARGET_DUCKDB_VERSION_MAJOR=2", "version 1.2.0 of DuckDB's C API"),
    ],
)
def test_cmake_refuses_what_the_source_cannot_be(option: str, said: str, tmp_path: Path) -> None:
    done = subprocess.run(["cmake", "-S", FOLDER, "-B", tmp_path, option], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert said in " ".join(done.stderr.split())
