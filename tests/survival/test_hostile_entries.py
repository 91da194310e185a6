"""Other ways in than the command line, given hostile names: each gives what it gives for plain names, renamed."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import hostile
import pytest
from built import macros_of
from hostile import rankings
from hostile_given import ENTRIES, FUNCTIONS, WITHOUT_NAMES, assert_alike, assert_no_text_is_run, options

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


SOME = ("compare", "build_database", "check", "columns", "rules in a file")
# those that no command of cli/test_hostile_ids.py asks
ALONE = ("experiment", "ideal", "suite", "reconcile", "add_to_database", "log", "report", "register")


@pytest.mark.parametrize("name", SOME[:3])
def test_a_function_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    assert_alike(lambda names, folder: FUNCTIONS[name](*rankings(names), names, folder), tmp_path)


@pytest.mark.parametrize("name", SOME[3:])
def test_an_entry_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    assert_alike(ENTRIES[name], tmp_path)


@pytest.mark.parametrize("name", ALONE)
def long_a_function_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    test_a_function_gives_the_same_under_any_names(name, tmp_path)


@pytest.mark.parametrize("name", FUNCTIONS)
def weekly_every_function_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    test_a_function_gives_the_same_under_any_names(name, tmp_path)


@pytest.mark.parametrize("name", [name for name in ENTRIES if name not in SOME])
def long_an_entry_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    assert_alike(ENTRIES[name], tmp_path)


@pytest.mark.parametrize(("name", "option"), options())
def long_no_text_of_an_option_of_a_function_is_run(name: str, option: str, tmp_path: Path) -> None:
    assert_no_text_is_run(name, option, tmp_path)
