"""The notebooks of the tutorial, for Jupyter and for marimo, made from the page docs/learn/notebook.md.

`python docs/site/notebooks.py` writes them beside the page; a test compares them with it.
"""

import ast
import json
import re
from pathlib import Path
from symtable import Symbol, symtable
from textwrap import indent

LEARN = Path(__file__).parents[1] / "learn"
TITLE = "# evalsql: from two runs to a decision"
# a program, and what follows it on the page alone: what it prints, or a picture of what a notebook draws
PROGRAM = re.compile(r"```python\n(.*?)\n```\n\n(?:```text\n.*?```|!\[[^\n]*)\n", re.DOTALL)
PRINTED = re.compile(r"^print\((.*)\)$", re.MULTILINE)  # a notebook shows the value itself
FORMAT = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"language_info": {"name": "python"}}}
FIRST = "@app.cell\ndef _():\n    import marimo as mo\n\n    return (mo,)"
MARKDOWN = '@app.cell(hide_code=True)\ndef _(mo):\n    mo.md(r"""\n{}\n    """)\n    return'
CODE = "@app.cell\ndef _({}):\n{}\n    return{}"


def cells(page: str) -> list[tuple[str, str]]:
    """The cells of a page from its first section on: of each, whether it is markdown or code, and the text."""
    start, *rest = PROGRAM.split(page[page.index("\n## ") :])
    texts = [f"{TITLE}\n\n{start.strip()}", *(PRINTED.sub(r"\1", each.strip()) for each in rest)]
    return [(("markdown", "code")[place % 2], text) for place, text in enumerate(texts) if text]


def jupyter(page: str) -> str:
    """The notebook for Jupyter, without outputs."""
    made = []
    for place, (kind, text) in enumerate(cells(page)):
        cell = {"cell_type": kind, "id": f"cell-{place}", "metadata": {}, "source": text.splitlines(keepends=True)}
        made.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    return json.dumps({"cells": made} | FORMAT, indent=1, ensure_ascii=False) + "\n"


def marimo(page: str) -> str:
    """The notebook for marimo: a function per cell, which takes and returns the names that cells share."""
    made = ['import marimo\n\napp = marimo.App(app_title="evalsql")', FIRST]
    known: set[str] = set()
    for kind, text in cells(page):
        if kind == "markdown":
            made.append(MARKDOWN.format(indent(text, "    ")))
            continue
        reads = known & {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
        stored = sorted(each.get_name() for each in symtable(text, "cell", "exec").get_symbols() if is_set(each))
        gives = f" ({stored[0]},)" if len(stored) == 1 else f" {', '.join(stored)}".rstrip()
        made.append(CODE.format(", ".join(sorted(reads)), indent(text, "    "), gives))
        known.update(stored)
    return "\n\n\n".join([*made, 'if __name__ == "__main__":\n    app.run()\n'])


def is_set(symbol: Symbol) -> bool:
    """Whether a cell assigns or imports a name."""
    return symbol.is_assigned() or symbol.is_imported()


if __name__ == "__main__":
    text = (LEARN / "notebook.md").read_text(encoding="utf-8")
    (LEARN / "tutorial.ipynb").write_text(jupyter(text), encoding="utf-8")
    (LEARN / "tutorial_marimo.py").write_text(marimo(text), encoding="utf-8")
