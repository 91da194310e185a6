"""ruff and pyright find nothing, no room imports from above, and files and functions stay small."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

FOLDERS = ("evalsql", "tests", "fixtures", "benchmarks", "integrations")
CODE = sorted(file for folder in FOLDERS for file in ROOT.glob(f"{folder}/**/*.py"))
SQL = sorted(ROOT.glob("sql/**/*.sql"))


CHECKS = {
    "lint": ["-m", "ruff", "check", *FOLDERS],
    "format": ["-m", "ruff", "format", "--check", *FOLDERS],
    "types": ["-m", "pyright", "--pythonpath", sys.executable],
    "rooms": ["-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"],
}
OFFLINE = {"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}  # or it asks the package index for a newer version


@pytest.mark.quick(check={"lint", "format", "rooms"})
@pytest.mark.parametrize("check", CHECKS)
def test_a_check_of_the_code_finds_nothing(check: str) -> None:
    done = subprocess.run(
        [sys.executable, *CHECKS[check]], cwd=ROOT, env={**os.environ, **OFFLINE}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", [*CODE, *SQL], ids=lambda file: str(file.relative_to(ROOT)))
def test_files_stay_under_500_lines(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 500


@pytest.mark.parametrize("file", CODE, ids=lambda file: str(file.relative_to(ROOT)))
def test_functions_fit_a_screen(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and not ast.get_docstring(node):
            assert node.end_lineno - node.lineno < 60, node.name
