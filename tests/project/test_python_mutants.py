"""The script that breaks Python breaks it in many ways, and in the functions that are loaded."""

import importlib
from pathlib import Path
from types import FunctionType

from mutate import ROOT, Break, put
from python_mutants import mutants

TEXT = '''
def first(rows, least=1):
    """The first row that is high enough."""
    for row in rows:
        if row >= least and not row == 5:
            return row + 1
    raise ValueError("none of them")


class Found:
    def rows(self):
        yield ("select 1 where x is null and y = 2")
'''


def test_breaks_of_python_are_of_many_kinds() -> None:
    found = {change.change.split("[")[1].split("]")[0] for change in mutants(TEXT)}
    assert found == {
        ">= -> >",
        "and -> or",
        "not -> ",
        "== -> !=",
        "5 -> 6",
        "row >= least and not row == 5 -> not (row >= least and not row == 5)",
        "row + 1 -> None",
        "+ -> -",
        "1 -> 2",
        'raise ValueError("none of them") -> pass',
        'yield ("select 1 where x is null and y = 2") -> pass',
        "is null -> is not null",
        "= -> <>",
    }


def test_a_function_that_is_loaded_is_broken() -> None:
    words = importlib.import_module("evalsql.words")
    plural, path = words.plural, Path(words.__file__ or "")
    whole = {each: each.__code__ for each in vars(words).values() if isinstance(each, FunctionType)}
    try:
        (change,) = (each for each in mutants(path.read_text(encoding="utf-8")) if '"y") -> not' in each.change)
        put(Break("words", str(path.relative_to(ROOT)), change.change, change.text, ""))
        assert (plural(1, "query"), plural(2, "query")) == ("1 query", "2 querys")
        assert words.said("q") == "q"
    finally:
        for function, code in whole.items():
            function.__code__ = code
