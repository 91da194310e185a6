"""Runs that the line gives a name."""

from typing import Any

import typer


def name_runs(context: typer.Context, runs: list[str]) -> list[Any]:
    """The runs, those with a name that are given as NAME=path."""
    if context.resilient_parsing or not any("=" in each for each in runs):
        return runs
    from evalsql.inputs.names import parse_named

    return [parse_named(each) for each in runs]
