"""ruff finds nothing, and files and functions stay small."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

FOLDERS = ("evalsql", "tests", "fixtures", "benchmarks", "integrations")
CODE = sorted(file for folder in FOLDERS for file in ROOT.glob(f"{folder}/**/*.py"))
SQL = sorted(ROOT.glob("sql/**/*.sql"))


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=["lint", "format"])
def test_ruff_finds_nothing(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *command, *FOLDERS],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", [*CODE, *SQL], ids=lambda file: str(file.relative_to(ROOT)))
def test_files_stay_under_about_300_lines(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 330


@pytest.mark.parametrize("file", CODE, ids=lambda file: str(file.relative_to(ROOT)))
def test_functions_fit_a_screen(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and not ast.get_docstring(node):
            assert node.end_lineno - node.lineno < 60, node.name
