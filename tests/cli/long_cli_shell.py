"""The shell around commands: lines that cannot be read, the order of other tools, help, and streams that end."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import command
import pytest
import typer
from in_process import own_commands

from evalsql import cli
from evalsql.cli.refusals import sentence


def said(line: str) -> str:
    """What a line behind evalsql is refused with before the command begins."""
    words = shlex.split(line)
    with own_commands():
        cli.add_commands(words)
        with pytest.raises(Exception) as refused:  # noqa: PT011
            typer.main.get_command(cli.app).main(words, prog_name="evalsql", standalone_mode=False)
    return sentence(refused.value, words)


TABLE = ("evaluate", *command.TINY, "--per-query")

OTHERS = [
    (*TABLE, "--format", "csv"),
    (*TABLE, "--format", "trec"),
    ("compare", *command.TINY, "-m", "AP", "--format", "json"),
    ("metrics", "--format", "markdown"),
    ("--help",),
]


def run_into(stdout: int | Path, *arguments: str) -> tuple[int, str]:
    """The status and the last line on standard error of a command whose output goes there."""
    target = os.open(stdout, os.O_WRONLY) if isinstance(stdout, Path) else stdout
    done = subprocess.run(
        [sys.executable, "-m", "evalsql", *arguments], stdout=target, stderr=subprocess.PIPE, timeout=120
    )
    os.close(target)
    return done.returncode, (done.stderr.decode().splitlines() or [""])[-1]


def assert_ends_silently(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    status, last = run_into(writing, *arguments)
    assert status == 0
    assert "Error" not in last
    assert "written" not in last


def assert_full_is_said(arguments: tuple[str, ...]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full device")
    said = "evalsql: standard output could not be written: No space left on device"
    assert run_into(Path("/dev/full"), *arguments) == (1, said)


@pytest.mark.parametrize("arguments", OTHERS, ids=lambda each: " ".join(each[-2:]))
def test_a_reader_that_stops_ends_any_command_silently(arguments: tuple[str, ...]) -> None:
    assert_ends_silently(arguments)


@pytest.mark.parametrize("arguments", OTHERS, ids=lambda each: " ".join(each[-2:]))
def test_any_output_that_cannot_be_written_is_said_in_a_sentence(arguments: tuple[str, ...]) -> None:
    assert_full_is_said(arguments)
