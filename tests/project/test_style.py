"""Files and functions stay small; what ruff, pyright and import-linter say is asked beside the tests, see beside.py."""

import ast

from beside import FOLDERS
from places import ROOT

CODE = sorted(file for folder in FOLDERS for file in ROOT.glob(f"{folder}/**/*.py"))
SQL = sorted(ROOT.glob("sql/**/*.sql"))


def test_files_stay_under_500_lines() -> None:
    assert [file for file in [*CODE, *SQL] if len(file.read_text(encoding="utf-8").splitlines()) > 500] == []


def test_functions_fit_a_screen() -> None:
    found = [
        f"{file}: {node.name}"
        for file in CODE
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and not ast.get_docstring(node) and node.end_lineno - node.lineno >= 60
    ]
    assert found == []
