"""Every function and every other way in, given hostile names."""

from pathlib import Path

import pytest
from hostile import rankings
from hostile_given import ENTRIES, FUNCTIONS, assert_alike, assert_no_text_is_run, options
from test_hostile_entries import _trapped, few_macros  # noqa: F401

pytestmark = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    assert_alike(lambda names, folder: FUNCTIONS[name](*rankings(names), names, folder), tmp_path)


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_gives_the_same_under_any_names(name: str, tmp_path: Path) -> None:
    assert_alike(ENTRIES[name], tmp_path)


@pytest.mark.parametrize(("name", "option"), options())
def test_no_text_of_an_option_of_a_function_is_run(name: str, option: str, tmp_path: Path) -> None:
    assert_no_text_is_run(name, option, tmp_path)
