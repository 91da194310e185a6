"""Options for runs that lie about in many files: which of them, which rows, and what each run is called."""

from typing import Any

import typer


def where_option(inputs: str) -> Any:
    """The option --where of a command whose rows of these inputs are chosen."""
    said = f"Read only rows of {inputs} that this is true of, by their own columns and folders: \"dt = '2026-11-22'\"."
    return typer.Option("--where", metavar="SQL", help=said)


def name_runs(context: typer.Context, runs: list[str]) -> list[Any]:
    """The runs, those with a name that are given as NAME=path."""
    if context.resilient_parsing or not any("=" in each for each in runs or ()):  # build --upgrade has none
        return runs or []
    from evalsql.inputs.names import parse_named

    return [parse_named(each) for each in runs]
