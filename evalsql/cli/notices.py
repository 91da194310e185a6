"""What commands say beside their results, on standard error, and how much of it is wanted."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import typer

from evalsql import errors
from evalsql.cli.outputs import refuse_inputs
from evalsql.cli.parameters import with_parameters
from evalsql.errors import InputError
from evalsql.words import one_line

Shown = Literal["show", "hide", "error"]

quiet = False  # whether results and errors are all that is wanted
shown: Shown = "show"  # what is done with warnings

Quiet = Annotated[
    bool, typer.Option("--quiet", help="Print results and errors only: no warnings, no notes, no progress bar.")
]
Warnings = Annotated[
    Shown | None,
    typer.Option(
        "--warnings",
        help="What to do with warnings. error: refuse at the first, before anything is written.  [default: show]",
    ),
]


def note(text: str) -> None:
    """Says what was done, where that is wanted."""
    if not quiet:
        typer.echo(f"evalsql: {one_line(text)}", err=True)


def warn_of(text: str) -> None:
    """Says a warning, or does with it what was asked."""
    if shown == "error":
        raise InputError(text)
    if shown == "show":
        from evalsql.cli.layout import say

        say(f"evalsql: warning: {one_line(text)}", err=True)


def say_idle(why: str, **options: object) -> None:
    """Says which of these options, if they are given, change nothing, and why."""
    for name, given in options.items():
        if given:
            warn_of(f"--{name.replace('_', '-')} changes nothing: {why}")


def with_notices(command: Callable[..., None]) -> Callable[..., None]:
    """A command that has the options --quiet and --warnings too."""

    def called(**given: Any) -> None:
        global quiet, shown
        quiet, warnings = given.pop("quiet"), given.pop("warnings")
        shown = warnings or ("hide" if quiet else "show")
        errors.refusing = shown == "error"
        refuse_inputs(given)
        command(**given)

    return with_parameters(command, called, {"quiet": (Quiet, False), "warnings": (Warnings, None)})
