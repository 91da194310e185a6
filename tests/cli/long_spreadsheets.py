"""--spreadsheet puts a mark before texts that a spreadsheet would run, in every command that gives CSV."""

from pathlib import Path

import pytest
from test_spreadsheets import COMMANDS, assert_marked, folder  # noqa: F401


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("evaluate", "compare")])
def test_csv_of_every_command_has_marks_where_it_is_asked_to(folder: Path, name: str) -> None:
    assert_marked(folder, name)
