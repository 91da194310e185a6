"""The script that breaks Python breaks it in many ways, and in the functions that are loaded."""

import importlib
from pathlib import Path
from types import FunctionType, SimpleNamespace

import mutate
import pytest
from mutants import EXCUSED, excused
from mutate import ROOT, Break, breaks_of, put
from near import SECONDS, near
from python_mutants import mutants

from evalsql.catalog.relations import relation
from evalsql.catalog.sqlfiles import body_of
from evalsql.database import macro_cache

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


def test_a_file_of_sql_that_is_read_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    for holder, name in ((Path, "read_text"), (macro_cache, "made_of"), (macro_cache, "keep")):
        monkeypatch.setattr(holder, name, getattr(holder, name))  # so that they are as before afterwards
    whole = relation("judged")
    try:
        file = "sql/relations/judged.sql"
        put(Break("relations", file, "rows", (ROOT / file).read_text(encoding="utf-8") + " limit 0", "sql::judged"))
        assert relation("judged").split() == [*whole.split(), "limit", "0"]
    finally:
        monkeypatch.undo()
        relation.cache_clear(), body_of.cache_clear()
    assert relation("judged") == whole


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


def test_what_is_explained_is_of_what_there_is() -> None:
    for file in filter(Path.is_file, map(ROOT.joinpath, EXCUSED)):
        assert excused(str(file.relative_to(ROOT))) <= {each.change for each in breaks_of("", file)}, file


def test_breaks_are_drawn_by_their_own_names(monkeypatch) -> None:
    text, reached = "def f(x):\n    return x + 1 if x > 2 else 3\n", {"a.py::f"}
    all_of = [Break("checks", "a.py", each.change, each.text, "a.py::f") for each in mutants(text)]
    monkeypatch.setattr(mutate, "possible", lambda each: True)
    orders = []
    for there in (all_of, all_of[::-1], all_of[1:]):
        monkeypatch.setattr(mutate, "breaks", lambda kind, there=there: there)
        orders.append([each.change for each in mutate.drawn("checks", 9, 1, reached)])
        assert mutate.drawn("checks", 9, 1, {"b.py::f"}) == []
    assert orders[0] == orders[1]
    assert len(orders[0]) == len(all_of) == 6
    assert [each for each in orders[0] if each != all_of[0].change] == orders[2]


def test_what_is_no_python_or_has_another_closure_is_not_tried() -> None:
    file = "evalsql/words.py"
    text = (ROOT / file).read_text(encoding="utf-8")
    assert mutate.possible(Break("", file, "", text, ""))
    assert not mutate.possible(Break("", file, "", text + "\n1 +", ""))
    assert not mutate.possible(Break("", file, "", text + "\ndef one(x):\n    return lambda: x\n", ""))


def test_the_tests_called_like_a_break_look_first_and_all_fit_into_the_seconds() -> None:
    known = {
        "tests/test_a.py::slow": (0.9 * SECONDS, ["b.py::f"]),
        "tests/test_a.py::wide": (0.1, ["b.py::f", "c.py::f", "d.py::f"]),
        "tests/test_a.py::fast": (0.1, ["b.py::f", "c.py::f"]),
        "tests/test_b.py::other": (0.1, ["c.py::f"]),
        "tests/test_b.py::weights": (0.5 * SECONDS, ["b.py::f", "c.py::f", "d.py::f", "e.py::f"]),
        "tests/test_c.py::fast": (0.2, ["b.py::f", "c.py::f"]),
    }
    first, more = near("b.py::f", "b.py f: no_weight [+ -> -]", known)
    assert first == [f"tests/test_{name}" for name in ("b.py::weights", "c.py::fast", "a.py::fast", "a.py::wide")]
    assert more == ["tests/test_a.py::slow"]


def test_a_test_that_fails_anyway_notices_nothing(tmp_path, monkeypatch) -> None:
    (tmp_path / "reached.json").write_text('{"fails": [0.1, []], "notices": [0.1, []], "passes": [0.1, []]}')
    items = [SimpleNamespace(nodeid=name) for name in ("fails", "notices", "passes")]

    def first_failed(session, each, tests, seconds) -> str:
        fails = {"fails", "notices"} if each else {"fails"}
        return next((test.nodeid for test in tests if test.nodeid in fails), "")

    monkeypatch.setattr(mutate, "first_failed", first_failed)
    trying, broken = mutate.Trying(tmp_path, 1, 1), Break("", "a.py", "", "", "")
    assert trying.noticed(None, broken, items) == "notices"
    assert trying.noticed(None, broken, items[::2]) == ""
