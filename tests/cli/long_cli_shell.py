"""The shell around commands: streams that end, and what is imported."""

import command
import pytest
from places import ROOT
from test_cli_shell import TABLE, WHOLE, assert_ends_silently, assert_full_is_said, printed_by

OTHERS = [
    (*TABLE, "--format", "csv"),
    (*TABLE, "--format", "trec"),
    ("compare", *command.TINY, "-m", "AP", "--format", "json"),
    ("metrics", "--format", "markdown"),
    ("--help",),
]


@pytest.mark.parametrize("arguments", OTHERS, ids=lambda each: " ".join(each[-2:]))
def test_a_reader_that_stops_ends_any_command_silently(arguments: tuple[str, ...]) -> None:
    assert_ends_silently(arguments)


@pytest.mark.parametrize("arguments", OTHERS, ids=lambda each: " ".join(each[-2:]))
def test_any_output_that_cannot_be_written_is_said_in_a_sentence(arguments: tuple[str, ...]) -> None:
    assert_full_is_said(arguments)


@pytest.mark.parametrize("options", [["--format", "csv"], ["--per-query"]])
def test_evaluate_needs_the_engine_alone(options: list[str]) -> None:
    tiny = ROOT / "fixtures" / "tiny"
    arguments = ["evalsql", "evaluate", str(tiny / "good.run"), "-q", str(tiny / "qrels.txt"), *options]
    program = f"""
import os, sys
sys.argv = {arguments!r}
from evalsql import __main__ as program
os._exit = lambda status: print("status", status, bool({WHOLE}))
program.run()
"""
    assert printed_by(program)[-3:] == ["status", "0", "False"]
