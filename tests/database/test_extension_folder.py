"""What a submission to DuckDB's community repository has: its tests pass, it builds, and it says what is so."""

import tomllib
from collections.abc import Iterator

import duckdb
import pytest
import sqllogic
from places import ROOT

yaml = pytest.importorskip("yaml")

FOLDER = ROOT / "integrations" / "duckdb-extension"
TESTS = sorted((FOLDER / "test" / "sql").glob("*.test"))
DESCRIPTION = yaml.safe_load((FOLDER / "description.yml").read_text(encoding="utf-8"))
BUILT = ("build", "cmake_build", "configure", "extension-ci-tools")  # by DuckDB's makefiles


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"allow_unsigned_extensions": True}) as connection:
        yield connection


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


def test_every_file_of_the_folder_is_known() -> None:
    files = {file.relative_to(FOLDER) for file in FOLDER.rglob("*") if file.is_file()}
    files = {file.as_posix() for file in files if file.parts[0] not in BUILT and "__pycache__" not in file.parts}
    said = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert files >= {"README.md", "src/evalsql.c", *(file.relative_to(FOLDER).as_posix() for file in TESTS)}
    names = {"test/sql" if name.startswith("test/sql/") else name for name in files - {"README.md"}}
    assert {name for name in names if f"| `{name}` |" not in said} == set()
