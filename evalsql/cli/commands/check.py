"""`evalsql check`: every problem of the data at once."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.cli import notices
from evalsql.cli.layout import say, say_json
from evalsql.cli.old import Qrels, Runs, with_weighted_options

if TYPE_CHECKING:
    from evalsql.scoring.options import WeightedOptions

PLACE = 54  # in the help


@with_weighted_options
def check(
    runs: Runs,
    qrels: Qrels,
    *,
    options: "WeightedOptions",
    format: Annotated[Literal["text", "json"], typer.Option(help="How to print the report.")] = "text",
) -> None:
    """Find every problem of runs and judgments.

    All rows are looked at. The exit status is 2 if there is an error, which evaluate would refuse, and 0 if there
    are only warnings.

    \b
    Examples:
      evalsql check bm25.run --qrels qrels.txt
      evalsql check 'runs/*.parquet' --qrels qrels.parquet --format json
    """
    from evalsql.cli.progress import progress
    from evalsql.scoring.check import check as find_problems
    from evalsql.words import one_line, plural

    with progress() as tell:
        tell("checking")
        problems = find_problems(runs, qrels, **options)
    errors = sum(problem.level == "error" for problem in problems)
    if format == "json":
        say_json([asdict(problem) for problem in problems])
    else:
        for problem in problems:
            say(f"{problem.level}: {one_line(problem.text)}")
        counted = f"{plural(errors, 'error')}, {plural(len(problems) - errors, 'warning')}"
        typer.echo(counted if problems else "no problems")
    if errors or (problems and notices.shown == "error"):
        sys.exit(2)
