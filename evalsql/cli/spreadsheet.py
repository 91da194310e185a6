"""The option --spreadsheet of commands that give CSV."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from evalsql.cli.parameters import with_parameters
from evalsql.errors import InputError

DELIMITED = (".csv", ".tsv")

Spreadsheet = Annotated[
    bool,
    typer.Option(
        "--spreadsheet",
        help="In CSV and TSV, put ' before texts that a spreadsheet would run as a formula: those that begin with "
        "=, +, -, @, a tab or a line break.",
    ),
]


def gives_csv(command: Callable[..., None]) -> bool:
    """Whether a command prints CSV where it is asked to."""
    format = inspect.signature(command).parameters.get("format")
    return format is not None and "csv" in get_args(get_args(format.annotation)[0])


def with_spreadsheet(command: Callable[..., None]) -> Callable[..., None]:
    """A command that has the option --spreadsheet too."""

    def called(**given: Any) -> None:
        if not given.pop("spreadsheet"):
            command(**given)
            return
        refuse_others(given)
        from evalsql.outputs.spreadsheets import for_spreadsheets

        with for_spreadsheets():
            command(**given)

    return with_parameters(command, called, {"spreadsheet": (Spreadsheet, False)})


def refuse_others(given: Mapping[str, Any]) -> None:
    """Refuses the option where no CSV is asked for."""
    from evalsql.outputs.writers import suffix_of

    output = given.get("output")
    if given.get("format") != "csv" and (output is None or suffix_of(Path(output))[0] not in DELIMITED):
        asked = "--format csv, -o FILE.csv" if "format" in given else "a file .csv"
        raise InputError(f"--spreadsheet is for CSV and TSV, which nothing asks for; say {asked} or .tsv")
