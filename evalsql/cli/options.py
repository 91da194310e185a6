"""Options that many commands share, each declared once."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.cli.arguments import (
    ConventionOption,
    Gains,
    MemoryLimit,
    OnlyQueries,
    PopulationOption,
    Subtopics,
    SubtopicsOption,
    TempDirectory,
    Threads,
    Weights,
    read_queries,
    settings_of,
)

if TYPE_CHECKING:
    from evalsql.errors import Problem

StandardiseOption = Annotated[
    bool, typer.Option("--standardise", help="Standardise scores by all runs first; see 'evalsql standardise'.")
]


def evaluation_options(
    population: PopulationOption = None,
    queries: OnlyQueries = None,
    gains: Gains = None,
    subtopics: SubtopicsOption = Subtopics.auto,
    weights: Weights = None,
    convention: ConventionOption = None,
    threads: Threads = None,
    memory_limit: MemoryLimit = None,
    temp_directory: TempDirectory = None,
) -> dict[str, Any]:
    """The options that say how runs are evaluated, as Evaluation takes them."""
    return {
        "population": population,
        "queries": read_queries(queries) if queries is not None else None,
        "gains": gains,
        "subtopics": subtopics.value,
        "weights": weights,
        "convention": convention,
        "settings": settings_of(threads, memory_limit, temp_directory),
    }


def with_evaluation_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command that has the options of `evaluation_options` in place of its parameter `options`, which gets them."""
    shared = inspect.signature(evaluation_options).parameters
    parameters = []
    for parameter in inspect.signature(command).parameters.values():
        parameters += shared.values() if parameter.name == "options" else [parameter]

    @wraps(command)
    def called(**given: Any) -> None:
        from evalsql.connections import open_ahead

        options = evaluation_options(**{name: given.pop(name) for name in shared})
        open_ahead(options["settings"])
        command(**given, options=options)

    # Typer reads these
    vars(called)["__signature__"] = inspect.Signature(parameters)
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return called


def rows_option(table: str) -> Any:
    """The option for a file of rows; in a DuckDB file they are this table."""
    return typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help=f"Write the rows: .parquet, .csv, .tsv, .json, .jsonl or .duckdb ({table}).",
    )


def warn(problems: "Iterable[Problem]") -> None:
    """Says on standard error what is doubtful."""
    from evalsql.words import one_line

    for problem in problems:
        typer.echo(f"evalsql: warning: {one_line(problem.text)}", err=True)


def say_written(output: Path | None) -> None:
    """Says on standard error which file was written, if one was."""
    if output is not None:
        typer.echo(f"evalsql: wrote {output}", err=True)
