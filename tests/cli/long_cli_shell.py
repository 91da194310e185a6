"""The shell around commands: lines that cannot be read, the order of other tools, help, and streams that end."""

import command
import pytest
from test_cli_shell import TABLE, assert_ends_silently, assert_full_is_said

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
