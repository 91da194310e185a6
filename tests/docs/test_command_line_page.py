"""docs/command_line.md has every command with its options, as `--help` says them."""

from collections import Counter

import pages
import pytest
import typer
from in_process import own_commands
from versions import since

from evalsql import cli
from evalsql.cli.usage import help_record

PAGE = "docs/command_line.md"
SHARED = 5  # how many commands have an option that the page says once


@pytest.fixture(scope="module")
def commands() -> dict:
    """Every command, by its name."""
    with own_commands():
        cli.add_commands([])
        return dict(typer.main.get_command(cli.app).commands)


def context(name: str, command):
    return command.make_context(f"evalsql {name}", [], resilient_parsing=True)


def records(name: str, command) -> list[tuple[str, str]]:
    """What the help says of each argument and option."""
    said = [help_record(each, context(name, command)) for each in command.params]
    return [each for each in said if each is not None]


def table(rows: list[tuple[str, str]]) -> list[str]:
    return ["| | |", "|---|---|", *(pages.row(f"`{name}`", said) for name, said in rows), ""]


def about(command) -> list[str]:
    """What the help says of a command: its sentences as text, and its examples as code."""
    lines = []
    for paragraph in command.help.split("\n\n"):
        first, _, rest = paragraph.strip("\b\n").partition("\n")
        if first.strip() == "Examples:":
            lines += ["```sh", *(line.strip() for line in rest.splitlines()), "```", ""]
        elif paragraph.strip("\b\n "):
            lines += [" ".join(paragraph.strip("\b\n ").split()), ""]
    return lines


def written(commands: dict) -> str:
    """A section for each command, and one for the options that many of them have."""
    every = {name: records(name, command) for name, command in commands.items()}
    counted = Counter(record for rows in every.values() for record in rows)
    often = [record for record, count in counted.items() if count >= SHARED]
    # what two groups of commands say in two ways stands with each command
    shared = [record for record in often if [name for name, _ in often].count(record[0]) == 1]
    lines = ["| command | what it does |", "|---|---|"]
    for name, command in commands.items():
        link = f"[`evalsql {name}`](#evalsql-{name})"
        lines.append(pages.row(link, command.help.strip().split("\n\n")[0]))
    lines += ["", "## Arguments and options that many commands have", "", *table(shared)]
    for name, command in commands.items():
        usage = command.get_usage(context(name, command)).removeprefix("Usage: ").split()
        lines += [f"## evalsql {name}", "", f"`{' '.join(usage)}`", "", *about(command)]
        own = [record for record in every[name] if record not in shared]
        lines += table(own) if own else []
        others = ", ".join(f"`{title}`" for title, _ in (each for each in every[name] if each in shared))
        lines += [f"Further, as above: {others}.", ""] if others else []
    return "\n".join(lines)


@since("typer", "0.29", "choices are written otherwise")
def test_the_page_has_every_command_and_option(commands: dict) -> None:
    pages.fill(PAGE, "commands", written(commands))


def test_an_option_that_many_commands_have_is_said_once(commands: dict) -> None:
    text = pages.read(PAGE)
    assert text.count("| `--memory-limit SIZE` |") == 1
    assert text.count("`--memory-limit SIZE`") > SHARED
    assert all(f"\n## evalsql {name}\n" in text for name in commands)
