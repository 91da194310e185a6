"""The notebooks are made from docs/learn/notebook.md, their code runs, and what they show of results is escaped."""

import ast
import json
import sys
from pathlib import Path
from types import ModuleType

import altair
import duckdb
import notebooks
import pages
import pytest

import evalsql

PAGE = pages.read("docs/learn/notebook.md")
MADE = {"tutorial.ipynb": notebooks.jupyter(PAGE), "tutorial_marimo.py": notebooks.marimo(PAGE)}


@pytest.mark.parametrize("name", MADE)
def test_a_notebook_is_the_page(name: str) -> None:
    pages.hold(f"docs/learn/{name}", pages.read(f"docs/learn/{name}"), MADE[name])


def test_the_cells_are_the_text_and_the_programs_of_the_page() -> None:
    program = "```python\nx = 1\nprint(x)\n```\n\n```text\n1\n```"
    found = notebooks.cells(f"# T\n\nbefore\n\n## A\n\na\n\n{program}\n\n## B\n")
    assert found == [("markdown", f"{notebooks.TITLE}\n\n## A\n\na"), ("code", "x = 1\nx"), ("markdown", "## B")]
    code = [text for kind, text in notebooks.cells(PAGE) if kind == "code"]
    assert len(code) == PAGE.count("```python\n") >= 7


def shown(cell: ast.Module, known: dict) -> object:
    """What a notebook shows of a cell: its last expression."""
    last = cell.body.pop() if isinstance(cell.body[-1], ast.Expr) else None
    exec(compile(cell, "cell", "exec"), known)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), known) if last else None


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_the_code_of_both_notebooks_shows_tables_and_a_chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pages.folder_for(tmp_path))
    marimo = ModuleType("marimo")
    marimo.md = str
    monkeypatch.setitem(sys.modules, "marimo", marimo)
    saved = json.loads(pages.read("docs/learn/tutorial.ipynb"))
    assert (saved["nbformat"], {each["cell_type"] for each in saved["cells"]}) == (4, {"markdown", "code"})
    jupyter = [ast.parse("".join(each["source"])) for each in saved["cells"] if each["cell_type"] == "code"]
    known: dict = {}
    kinds = [type(shown(each, known)).__name__ for each in jupyter]
    assert kinds == ["DataFrame", *["DataFrame"] * 3, altair.VConcatChart.__name__, *["DataFrame"] * 2]

    given: dict[str, object] = {}
    for function in ast.parse(pages.read("docs/learn/tutorial_marimo.py")).body:
        if not isinstance(function, ast.FunctionDef):
            continue
        *body, back = function.body
        own = {each.arg: given[each.arg] for each in function.args.args}  # a cell knows what it takes, and nothing else
        shown(ast.Module(body, []), own)
        assert isinstance(back, ast.Return)
        names = [node.id for node in ast.walk(back) if isinstance(node, ast.Name)]
        assert not given.keys() & set(names)  # marimo refuses a name that two cells set
        given |= {name: own[name] for name in names}
    assert given.keys() >= {"mo", "scores", "verdicts"}


def test_a_notebook_shows_hostile_names_escaped() -> None:
    name = "<script>alert('run')</script>"
    found = evalsql.evaluate({name: {"<b>": {"d": 1.0}}}, {"<b>": {"d": 1}}, "RR")
    if not hasattr(duckdb.DuckDBPyRelation, "_repr_mimebundle_"):
        assert not hasattr(found, "_repr_html_")  # DuckDB 1 shows text
        return
    html = found._repr_mimebundle_()["text/html"]
    assert "<td>&lt;script&gt;alert(&#x27;run&#x27;)&lt;/script&gt;</td><td>&lt;b&gt;</td>" in html
    assert "<script" not in html
