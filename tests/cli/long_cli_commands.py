"""Commands, their help, options and completion, and what people type in their first hour."""

import shlex
import tomllib
from pathlib import Path

import in_process
import pytest
from command import TINY, evalsql, process
from odd_commands import SLOW, assert_lines, modules, prepare
from places import ROOT


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("--version",), 0),
        (("evaluate", *TINY, "-m", "no such measure"), 2),
        (("evaluate", "no-such.run", *TINY[2:]), 2),
        (("compare", *TINY, "-m", "AP", "--format", "csv"), 0),
        (("check", *TINY), 0),
        (("sql", "nDCG@10"), 0),
    ],
    ids=lambda given: " ".join(given[:1]) if isinstance(given, tuple) else str(given),
)
def test_a_process_does_and_says_what_is_done_and_said_within_this_one_too(words: tuple[str, ...], status: int) -> None:
    # tests of the command line start no process where it does not matter
    own, within = process(*words), evalsql(*words)
    assert own.returncode == within.returncode == status
    assert own.stdout == within.stdout
    assert own.stderr == within.stderr


@pytest.mark.parametrize("command", modules())
def test_any_line_is_done_or_refused_in_a_sentence(tmp_path: Path, command: str) -> None:
    prepare(tmp_path)
    assert_lines(tmp_path, command, 5 if command in SLOW else 12)


LINES = tomllib.loads((ROOT / "tests" / "data" / "habits.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("typed", "printed"), [line for place, line in enumerate(LINES["works"]) if place % 4])
def test_it_works_too(typed: str, printed: str, first_hour: Path) -> None:
    done = in_process.whole(shlex.split(typed), first_hour)
    assert done.status == 0, done.said
    assert printed in done.output
