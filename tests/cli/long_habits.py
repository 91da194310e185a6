"""What people type in their first hour: the lines of tests/data/habits.toml that test_habits.py does not type."""

import shlex
import tomllib
from pathlib import Path

import in_process
import pytest
from places import ROOT

LINES = tomllib.loads((ROOT / "tests" / "data" / "habits.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("typed", "printed"), [line for place, line in enumerate(LINES["works"]) if place % 4])
def test_it_works_too(typed: str, printed: str, first_hour: Path) -> None:
    done = in_process.whole(shlex.split(typed), first_hour)
    assert done.status == 0, done.said
    assert printed in done.output
