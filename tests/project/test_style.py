"""Files and functions stay small; what users call is documented whole, and of all else a docstring says one thing.

What ruff, pyright and import-linter say is asked beside the tests, see beside.py.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

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


MODULES = ["evalsql", "evalsql.charts", "evalsql.spark", "evalsql.compat.ir_measures", "evalsql.compat.pytrec_eval"]
SECTION = re.compile(r"^ *(Args|Attributes|Raises|Returns|Warns|Yields):$", re.MULTILINE)


def members(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A function by its name; a class with its methods and properties, and those that it inherits."""
    if not inspect.isclass(value):
        yield name, inspect.unwrap(value)
        return
    for owner in value.__mro__:
        if owner.__module__.startswith("evalsql"):
            yield f"{owner.__module__}.{owner.__qualname__}", owner
            for each, member in vars(owner).items():
                function = inspect.unwrap(getattr(member, "fget", None) or getattr(member, "__func__", None) or member)
                if not each.startswith("_") and inspect.isfunction(function):
                    yield f"{owner.__module__}.{owner.__qualname__}.{each}", function


def public() -> Iterator[tuple[str, Any]]:
    for name in MODULES:
        module = import_module(name)
        own = getattr(module, "__all__", None) or [
            each for each, value in vars(module).items() if str(getattr(value, "__module__", "")).startswith(name)
        ]
        for each in own:
            if callable(getattr(module, each)):
                yield from members(f"{name}.{each}", getattr(module, each))


PUBLIC = dict(public())
FUNCTIONS = {name: value for name, value in PUBLIC.items() if inspect.isfunction(value)}


def test_public_functions_document_every_parameter() -> None:
    assert len(FUNCTIONS) > 60
    lacking = {}
    for name, function in FUNCTIONS.items():
        arguments = re.split(SECTION, inspect.getdoc(function) or "")
        said = dict(zip(arguments[1::2], arguments[2::2], strict=True)).get("Args", "")
        documented = ", ".join(re.findall(r"^    ([\w, *]+): ", said, re.MULTILINE)).replace("*", "").split(", ")
        takes = inspect.signature(function).parameters.values()
        parameters = {each.name for each in takes if each.kind != each.VAR_KEYWORD} - {"self", "cls"}
        if not arguments[0].strip() or parameters - {*documented}:
            lacking[name] = parameters - {*documented}
    assert lacking == {}


def test_only_public_names_have_sections_in_their_docstrings() -> None:
    places = {(inspect.getsourcefile(value), value.__name__) for value in PUBLIC.values()}
    found = [
        f"{file}: {getattr(node, 'name', 'module')}"
        for file in sorted(ROOT.glob("evalsql/**/*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module)
        and SECTION.search(ast.get_docstring(node) or "")
        and (str(file), getattr(node, "name", "")) not in places
    ]
    assert found == []
