"""What says something about the whole repository says what is so: authors, workflows, the lists of folders."""

import ast
import os
import re
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from places import ROOT

import evalsql

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = {file.stem: file.read_text(encoding="utf-8") for file in (ROOT / ".github" / "workflows").glob("*.yml")}


def first_cells(page: str) -> list[str]:
    """What is in code in the first column of the tables of a page."""
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def test_the_authors_are_those_of_the_package() -> None:
    (author,) = PROJECT["project"]["authors"]
    for file in ("CITATION.cff", "LICENSE"):
        assert author["name"] in (ROOT / file).read_text(encoding="utf-8"), file


SCRIPTS = {
    "tests": [".ci/run", ".ci/site"],
    "clients": [".ci/clients"],
    "matrix": [".ci/audit"],
    "fuzz": [".ci/fuzz 10", "sudo .ci/faults 100 20", ".ci/mutants 300"],
    "release": ['.ci/release "$TAG"', ".ci/site"],
}


def test_workflows_run_scripts_of_ours() -> None:
    for name, scripts in SCRIPTS.items():
        steps = re.findall(r"^ +- run: (.+)$", WORKFLOWS[name], re.MULTILINE)
        if "${{ matrix.run }}" in steps:
            steps += re.findall(r"^ +run: \[(.+)\]$", WORKFLOWS[name], re.MULTILINE)[0].split(", ")
        assert [each for each in scripts if each not in steps] == [], name
        files = [ROOT / each.removeprefix("sudo ").partition(" ")[0] for each in scripts]
        assert all(os.access(file, os.X_OK) for file in files), name


def test_workflows_run_the_oldest_python_that_is_promised() -> None:
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert re.findall(r'"(3\.\d+)"', WORKFLOWS["tests"])[0] == oldest


def test_the_page_of_sql_has_a_line_a_folder() -> None:
    folders = {str(folder.relative_to(ROOT / "sql")) for folder in (ROOT / "sql").rglob("*/")} - {"."}
    named = first_cells("sql/README.md")
    assert sorted(named) == sorted(folders)


def test_contributing_has_a_row_a_room_in_their_order() -> None:
    (contract,) = (each for each in PROJECT["tool"]["importlinter"]["contracts"] if each["type"] == "layers")
    layers = [f"evalsql/{room}" for layer in contract["layers"] for room in layer.split(" | ")]
    named = [name for name in first_cells("CONTRIBUTING.md") if (ROOT / name).is_dir()]
    rooms = [name for name in named if name.startswith("evalsql/")]
    assert rooms == [each for each in layers if (ROOT / each).is_dir()]


def test_type_checkers_are_told_where_every_public_name_is() -> None:
    tree = ast.parse(Path(evalsql.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    told = {each.asname: node.module for node in imports for each in node.names if each.asname}
    assert told == {name: getattr(evalsql, name).__module__ for name in evalsql.__all__}


def long_only_packages_are_imported_that_an_install_brings() -> None:
    named = {re.match(r"[\w-]+", each)[0] for each in PROJECT["project"]["dependencies"]}
    named.add("_duckdb")  # DuckDB's engine, which engine.py takes only where it is there
    extras = {
        room: {re.match(r"[\w-]+", each)[0].removesuffix("-python").replace("-", "_") for each in packages}
        for room, packages in PROJECT["project"]["optional-dependencies"].items()
    }
    for file in (ROOT / "evalsql").rglob("*.py"):
        modules = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules |= {each.name for each in node.names} if isinstance(node, ast.Import) else set()
            modules |= {node.module} if isinstance(node, ast.ImportFrom) else set()
        found = {each.partition(".")[0] for each in modules} - sys.stdlib_module_names - {"evalsql"}
        # who asks for the interface of another package has that package
        more = (extras | {"compat": {file.stem}}).get(file.parent.name, set())
        more = {"pytest"} if file.name == "pytest_plugin.py" else more  # which pytest alone loads
        assert found <= named | more, file


LOCK = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8")


def test_the_lock_has_a_version_of_all_that_is_asked_for_and_no_place() -> None:
    locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)$", LOCK, re.MULTILINE))
    extras = PROJECT["project"]["optional-dependencies"]
    asked_for = [each for extra in ("test", "charts", "docs", "spark") for each in extras[extra]]
    for each in [*PROJECT["project"]["dependencies"], *asked_for]:
        asked = Requirement(each)
        name = canonicalize_name(asked.name)
        assert name == "evalsql" or asked.specifier.contains(locked[name]), each
    assert not re.search(r"://|^\s*-|@", LOCK, re.MULTILINE)


def test_the_matrix_is_of_what_is_promised() -> None:
    script = (ROOT / ".ci" / "matrix").read_text(encoding="utf-8")
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert f"pythons=({oldest} " in script
    named = set(re.search(r"of: \[(.*)\]", WORKFLOWS["matrix"])[1].split(", "))
    assert {"oldest", "duckdb-1.4", "duckdb-1.5", "duckdb-2.0"} < named
    assert all(each in script or each.removeprefix("python-") in script for each in named)
