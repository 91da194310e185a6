"""Every function and every other way in, given hostile names."""

from collections.abc import Iterator
from pathlib import Path

import hostile
import pytest
from built import macros_of
from hostile import rankings
from hostile_given import ENTRIES, FUNCTIONS, alike, assert_no_text_is_run, options

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


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    alike(lambda names, folder: FUNCTIONS[name](*rankings(names), names, folder), tmp_path)


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    alike(ENTRIES[name], tmp_path)


@pytest.mark.parametrize(("name", "option"), options())
def test_no_text_of_an_option_of_a_function_is_run(name: str, option: str, tmp_path: Path) -> None:
    assert_no_text_is_run(name, option, tmp_path)
