"""Paths and options that functions of Python take, given hostile texts: a result or a sentence, and nothing is run."""

import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hostile
import pytest
from hostile import NAMES, assert_nothing_was_run, rankings
from hostile_given import nuggets, one_of, rows
from written import put

import evalsql
from evalsql import InputError

pytestmark = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")


@pytest.fixture(autouse=True)
def _trapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)
    monkeypatch.chdir(tmp_path)
    hostile.set_traps(tmp_path)


def scored(runs: Any, qrels: Any) -> Any:
    return evalsql.evaluate(runs, qrels, "AP")


@pytest.mark.skipif(os.name == "nt", reason="no file can be called so there")
@pytest.mark.quick(5)
@pytest.mark.parametrize("name", [*NAMES[::3], "\\"])
def test_a_file_may_be_called_anything(name: str, tmp_path: Path) -> None:
    called = name.replace("/", "_").replace("*", "_").replace("?", "_").replace("[", "_")
    runs, qrels = rankings(NAMES[:3])
    folder = tmp_path / called
    put(folder / f"{called}.parquet", one_of(runs, NAMES[0]).drop_columns("run")), put(folder / "q.parquet", qrels)
    found = scored(str(folder / f"{called}.parquet"), str(folder / "q.parquet")).fetchall()
    assert {row[0] for row in found} == {called}
    if "\\" in called:  # in which DuckDB sees a slash, where it writes
        return
    evalsql.build_database(
        folder / f"{called}.duckdb", folder / f"{called}.parquet", folder / "q.parquet", "AP", curves=()
    )
    again = scored(f"{folder / called}.duckdb::runs", f"{folder / called}.duckdb::qrels").fetchall()
    assert again == found
    assert_nothing_was_run(tmp_path, str(found))


POLYGLOT = "'); copy (select 1) to 'copied.txt'; -- \"; copy (select 1) to 'copied.txt'; -- $$ {{ 191 * 761 }}\n\x1b"
WITHOUT_NAMES = {"curves", "metrics", "parse_measure", "write_library", "register"}
BY_DESIGN = {"where", "settings", "path", "connection", "progress"}


def options() -> list[tuple[str, str]]:
    """Each option of the functions that are tried."""
    found = []
    for name in sorted(set(dir(evalsql)) - WITHOUT_NAMES):
        called = getattr(evalsql, name)
        if not (inspect.isfunction(called) and name[0] != "_") and not hasattr(called, "answer"):
            continue
        for each in inspect.signature(getattr(called, "answer", called)).parameters.values():
            texts = any(word in str(each.annotation) for word in ("str", "Any", "Columns", "Table", "Queries"))
            if each.kind is each.KEYWORD_ONLY and each.name not in BY_DESIGN and texts:
                found.append((name, each.name))
    return sorted(set(found))


@pytest.mark.quick(12)
@pytest.mark.parametrize(("name", "option"), options())
def test_no_text_of_an_option_of_a_function_is_run(name: str, option: str, tmp_path: Path) -> None:
    runs, qrels = rankings(NAMES[:4])
    called: Callable[..., Any] = getattr(evalsql, name)
    needed = {"gate": {"margin": 0.1}, "pool": {"depth": 1}, "leave_out": {"depth": 1}, "subsample": {"queries": 2}}
    given: dict[str, tuple[Any, ...]] = {
        "describe": (qrels,),
        "ideal": (nuggets(NAMES),),
        "overlap": (runs,),
        "check": (runs, qrels),
        "explain": (one_of(runs, NAMES[0]), qrels, "AP", NAMES[0]),
        "reconcile": ("0.5", one_of(runs, NAMES[0]), qrels, "AP"),
        "gate": (runs, one_of(runs, NAMES[0]), qrels, "AP"),
        "sweep": (runs, qrels, "RBP", "p", [0.5]),
        "suite": ({"a": {"runs": runs, "qrels": qrels}}, "AP"),
        "build_database": ("b.duckdb", runs, qrels, "AP"),
        "report": ("r.html", runs, qrels, "AP"),
        "log": ("none.duckdb",),
        "add_to_database": ("none.duckdb", runs),
    }
    try:
        found = called(*given.get(name, (runs, qrels, "AP")), **(needed.get(name, {}) | {option: POLYGLOT}))
    except InputError as error:
        assert_nothing_was_run(tmp_path, str(error).replace(repr(POLYGLOT)[1:-1], ""))
    else:
        assert_nothing_was_run(tmp_path, str(rows(found)).replace(repr(POLYGLOT)[1:-1], ""))
