"""Messages of commands on standard error, and which of them are wanted."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import typer

from evalsql import errors
from evalsql.errors import InputError, Problem
from evalsql.words import one_line

Shown = Literal["show", "hide", "error"]

quiet = False  # whether results and errors are all that is wanted
shown: Shown = "show"  # what is done with warnings

GROUP = {"quiet": (bool, False), "warnings": (Shown | None, None)}


def note(text: str) -> None:
    """Says what was done, if that is wanted."""
    if not quiet:
        typer.echo(f"evalsql: {one_line(text)}", err=True)


def warn_of(text: str) -> None:
    """Says a warning, or does with it what was asked."""
    if shown == "error":
        raise InputError(text)
    if shown == "show":
        from evalsql.cli.printing import say

        say(f"evalsql: warning: {one_line(text)}", err=True)


def say_idle(why: str, **idle: object) -> None:
    """Says which of these options, if they are given, change nothing, and why."""
    for name, given in idle.items():
        if given:
            warn_of(f"--{name.replace('_', '-')} changes nothing: {why}")


def warn(problems: Iterable[Problem]) -> None:
    """Says warnings on standard error, if they are wanted."""
    for problem in problems:
        warn_of(problem.text)


def refuse_warned(problems: Iterable[Problem]) -> None:
    """Refuses before anything is written what has a warning, if warnings refuse."""
    if shown == "error":
        warn(problems)


def note_written(file: Path | str | None) -> None:
    """Says on standard error which file was written, if one was."""
    if file is not None:
        note(f"wrote {file}")


def hear(be_quiet: bool, warnings: Shown | None) -> None:
    """Notes what the line says of these, for the whole process."""
    global quiet, shown
    quiet, shown = be_quiet, warnings or ("hide" if be_quiet else "show")
    errors.refusing = shown == "error"
