"""Files and functions stay small; what ruff, pyright and import-linter say is asked beside the tests, see beside.py."""

import ast

from beside import FOLDERS
from places import ROOT

CODE = sorted(file for folder in FOLDERS for file in ROOT.glob(f"{folder}/**/*.py"))
SQL = sorted(ROOT.glob("sql/**/*.sql"))


def test_files_stay_under_500_lines() -> None:
    assert [file for file in [*CODE, *SQL] if len(file.read_text(encoding="utf-8").splitlines()) > 500] == []


def code_of(function: ast.FunctionDef, lines: list[str]) -> list[str]:
    """The lines of a function's body that are code."""
    body = function.body[ast.get_docstring(function) is not None :]
    some = lines[body[0].lineno - 1 : function.end_lineno] if body else []
    return [line for line in some if line.strip() and not line.strip().startswith("#")]


def test_functions_fit_a_screen() -> None:
    found = {}
    for file in CODE:
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and len(code := code_of(node, text.splitlines())) > 60:
                found[f"{file}: {node.name}"] = len(code)
    assert found == {}
