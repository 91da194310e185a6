"""Texts that do something where they are taken for SQL or a template are not run, whatever option has them."""

from pathlib import Path

import hostile
import pytest
from hostile_lines import WORKING, assert_is_not_run, lines

LINES = list(lines())


def long_no_text_of_an_option_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)
    for line in LINES[::9]:
        assert_is_not_run(line, tmp_path)


def test_many_options_are_looked_at() -> None:
    assert len(LINES) > 500


@pytest.mark.parametrize("command", WORKING)
def weekly_no_text_of_any_option_is_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)
    for line in lines():
        if line[0] == command:
            assert_is_not_run(line, tmp_path)
