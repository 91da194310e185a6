"""Every command of test_nothing_unasked.py, which has some."""

from pathlib import Path

import pytest
from test_nothing_unasked import COMMANDS, assert_nothing_asked, folder  # noqa: F401


def test_no_command_asks_for_anything_elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_nothing_asked(COMMANDS, folder, monkeypatch)
