"""`evalsql trec_eval`: the line of trec_eval, and what it prints."""

from typing import Annotated, Any

import typer

GROUP = "Other"  # in the help
# the whole line is read as trec_eval reads it
SETTINGS: dict[str, Any] = {
    "name": "trec_eval",
    "context_settings": {"ignore_unknown_options": True, "help_option_names": []},
}


def trec_eval(
    line: Annotated[
        list[str] | None,
        typer.Argument(metavar="QRELS RUN", help="Judgments, runs, and options of trec_eval; -h lists these."),
    ] = None,
) -> None:
    """Score a run as trec_eval does, with its options, its exit status and its output, byte for byte."""
    from evalsql.trec_eval.arguments import main

    raise typer.Exit(main(line or []))
