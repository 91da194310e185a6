"""Every option and argument of every command, given texts that do something where they are run."""

from pathlib import Path

import hostile
import pytest
from hostile_lines import WORKING, assert_is_not_run, lines


@pytest.mark.parametrize("command", WORKING)
def test_no_text_of_any_option_is_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)
    for line in lines():
        if line[0] == command:
            assert_is_not_run(line, tmp_path)
