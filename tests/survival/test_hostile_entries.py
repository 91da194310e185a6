"""Functions and other entries, given hostile names, paths and texts.

Each gives for a name what it gives for a plain one, renamed; and nothing of a text is run. What commands make of such
names is asked in cli/test_names_parsed.py.
"""

import inspect
import os
from collections.abc import Iterator
from pathlib import Path

import hostile
import pytest
from built import macros_of
from hostile import NAMES, PLAIN, assert_nothing_was_run, rankings
from hostile_given import ENTRIES, FUNCTIONS, WITHOUT_NAMES, assert_alike, assert_no_text_is_run, one_of, options
from written import put

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")


@pytest.fixture(scope="module", autouse=True)
def few_macros() -> Iterator[None]:
    """Databases with these macros."""
    with macros_of("AP", "nDCG"):
        yield


@pytest.fixture(autouse=True)
def _trapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)
    monkeypatch.chdir(tmp_path)
    hostile.set_traps(tmp_path)


def test_every_function_is_tried() -> None:
    public = {
        name
        for name in dir(evalsql)
        if (inspect.isfunction(getattr(evalsql, name)) and name[0] != "_") or hasattr(getattr(evalsql, name), "answer")
    }
    assert public - WITHOUT_NAMES == set(FUNCTIONS)


def test_the_plain_names_are_in_the_order_of_the_others() -> None:
    assert sorted(PLAIN, key=str.encode) == sorted(PLAIN, key=lambda name: PLAIN[name])


SOME = ("compare", "check", "rules in a file")
# which commands ask in a landing; and one that writes as build_database does
BY_COMMANDS = (
    "add_to_database",
    *("evaluate", "curve", "analyse_queries", "categories", "discriminate", "correlate", "overlap", "sweep", "report"),
    *("standardize", "ties", "explain", "gate", "describe", "pool", "log"),
)


@pytest.mark.parametrize("name", SOME[:2])
def test_a_function_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    assert_alike(lambda names, folder: FUNCTIONS[name](*rankings(names), names, folder), tmp_path)


@pytest.mark.parametrize("name", SOME[2:])
def test_an_entry_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    assert_alike(ENTRIES[name], tmp_path)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in (*SOME, *BY_COMMANDS)])
def long_a_function_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    test_a_function_gives_the_same_under_any_names(name, tmp_path)


@pytest.mark.parametrize("name", BY_COMMANDS)
def weekly_a_function_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    test_a_function_gives_the_same_under_any_names(name, tmp_path)


@pytest.mark.parametrize("name", [name for name in ENTRIES if name not in SOME])
def long_an_entry_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    assert_alike(ENTRIES[name], tmp_path)


def test_no_text_of_an_option_of_a_function_is_run(tmp_path: Path) -> None:
    for name, option in options()[::15]:
        assert_no_text_is_run(name, option, tmp_path)


def long_no_text_of_an_option_is_run(tmp_path: Path) -> None:
    for option, name in {option: name for name, option in options()}.items():  # by one of the functions that take it
        assert_no_text_is_run(name, option, tmp_path)


def weekly_no_text_of_an_option_of_any_function_is_run(tmp_path: Path) -> None:
    for name, option in options():
        assert_no_text_is_run(name, option, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="no file can be called so there")
@pytest.mark.parametrize("name", [*NAMES[::12], "\\"])
def long_a_file_may_be_called_anything(name: str, tmp_path: Path) -> None:
    called = name.replace("/", "_").replace("*", "_").replace("?", "_").replace("[", "_")
    runs, qrels = rankings(NAMES[:3])
    folder = tmp_path / called
    run = put(folder / f"{called}.parquet", one_of(runs, NAMES[0]).drop_columns("run"))
    judged = put(folder / "q.parquet", qrels)
    found = evalsql.evaluate(str(run), str(judged), "AP").fetchall()
    assert {row[0] for row in found} == {called}
    if "\\" in called:  # in which DuckDB sees a slash, where it writes
        return
    evalsql.build_database(folder / f"{called}.duckdb", run, judged, "AP", curves=())
    again = evalsql.evaluate(f"{folder / called}.duckdb::runs", f"{folder / called}.duckdb::qrels", "AP").fetchall()
    assert again == found
    assert_nothing_was_run(tmp_path, str(found))
