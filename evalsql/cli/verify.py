"""What `evaluate --verify` does: scores that were written before, beside those that the same inputs give now."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.errors import InputError
from evalsql.words import either

if TYPE_CHECKING:
    from evalsql.comparing.verify import Verified

FORMATS = ("table", "csv", "json")
MOST = 20  # rows of a table, where nobody says how many
Verify = Annotated[
    str | None,
    typer.Option(
        "--verify",
        metavar="SCORES",
        help="Print no scores, but whether those of a file that -o wrote, or of a database of 'evalsql build', are "
        "the same to the bit, and which differ; status 1 if some do. Measures: theirs, unless -m says which.",
    ),
]


def verify_scores(
    place: str,
    runs: Sequence[Any],
    qrels: str,
    texts: Sequence[str],
    given: Mapping[str, Any],
    *,
    format: str,
    top: int | None,
    alone: Mapping[str, bool],
) -> None:
    """Computes scores again, prints what differs, and ends with status 1 where something does."""
    for name, asked in alone.items():
        if asked:
            raise InputError(
                f"--{name.replace('_', '-')} is for scores that are printed or written; --verify does neither"
            )
    if format not in FORMATS:
        raise InputError(f"--verify takes --format {either(FORMATS)}, not {format}")
    from evalsql.cli.delivery import refuse_warned, warn
    from evalsql.cli.progress import progress
    from evalsql.comparing.verify import read_written, verify
    from evalsql.scoring.evaluation import Evaluation

    with progress() as tell:
        tell("reading the scores", 0.0)
        written = read_written(place, texts, given.get("convention"), given.get("settings"))
        evaluation = Evaluation(runs, qrels, **given, measures=written.measures, keep=False, progress=tell)
        problems = [*written.problems, *evaluation.warnings]
        refuse_warned(problems)
        tell("comparing", 1.0)
        found = verify(evaluation, written)
    warn(problems)
    print_verified(found, place, format, top)
    if found.counts:
        raise typer.Exit(1)


def print_verified(found: "Verified", place: str, format: str, top: int | None) -> None:
    """Prints the rows that differ, and in a table a sentence below."""
    from evalsql.cli.layout import say
    from evalsql.cli.show.tables import dump, print_top

    if format != "table":
        dump(found.rows, format)
        return
    if found.counts:
        rows = [
            (run, query, metric, *("-" if value is None else repr(value) for value in values), difference)
            for run, query, metric, *values, difference in zip(*found.rows.to_pydict().values(), strict=True)
        ]
        print_top(
            ("run", "query_id", "metric", "written", "computed", "difference"), rows, 3, top or MOST, "difference"
        )
        typer.echo()
    say(f"{place}: {found}")
