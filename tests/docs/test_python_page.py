"""docs/python.md has every public name of the package, with what it takes and its first sentence."""

import dataclasses
import inspect
from itertools import chain

import pages

import evalsql

PAGE = "docs/python.md"


def signature(called: object) -> str:
    """What a function takes: the names, with their defaults."""
    known = inspect.signature(called)
    plain = [
        each.replace(annotation=each.empty, default=... if callable(each.default) else each.default)
        if each.default is not each.empty
        else each.replace(annotation=each.empty)
        for each in known.parameters.values()
        if each.name != "self"
    ]
    text = str(known.replace(parameters=plain, return_annotation=known.empty))
    return text.replace("Ellipsis", "...")


def sentence(named: object) -> str:
    """The first sentence of a docstring."""
    return " ".join(inspect.getdoc(named).split("\n\n")[0].split())


def methods(named: type) -> list[str]:
    """A row for each public method and property of a class: its own, then those of the classes that it is made of."""
    rows = []
    for name, each in chain.from_iterable(vars(one).items() for one in named.__mro__):
        inner = each.fget if isinstance(each, property) else each
        if name[0] != "_" and inspect.isfunction(inner):
            call = f".{name}" + ("" if isinstance(each, property) else signature(inner))
            rows.append(pages.row(f"`{call}`", sentence(inner)))
    return rows


def written() -> str:
    """Functions, the class Evaluation with its methods, and the other classes."""
    named = {name: getattr(evalsql, name) for name in evalsql.__all__ if not name.startswith("__")}
    functions = {name: each for name, each in sorted(named.items()) if not isinstance(each, type) and callable(each)}
    lines = ["## Functions", "", "| function | what it does |", "|---|---|"]
    lines += [pages.row(f"`{name}{signature(each)}`", sentence(each)) for name, each in functions.items()]
    lines += ["", "## Evaluation", "", f"`Evaluation{signature(evalsql.Evaluation.__init__)}`", ""]
    lines += [sentence(evalsql.Evaluation), "", "| | |", "|---|---|", *methods(evalsql.Evaluation)]
    lines += ["", "## Other names", "", "| name | what it is |", "|---|---|"]
    for name, each in named.items():
        if name not in functions and name != "Evaluation":
            fields = [field.name for field in dataclasses.fields(each)] if dataclasses.is_dataclass(each) else []
            has = f" It has {', '.join(f'`{field}`' for field in fields)}." if fields else ""
            lines.append(pages.row(f"`{name}`", sentence(each) + has))
    return "\n".join(lines)


def test_the_page_has_every_public_name() -> None:
    pages.fill(PAGE, "names", written())
