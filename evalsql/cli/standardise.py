"""`evalsql standardise`: scores as how far they are from the mean of the runs on each query."""

from typing import TYPE_CHECKING, Annotated

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.options import (
    DEFAULT_MEASURES,
    FormatOption,
    Measures,
    OptionalQrels,
    RunsOrScores,
    with_evaluation_options,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.show.tables import print_columns

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.scoring.options import Options

PLACE = 24  # in the help


@with_evaluation_options
@with_output("run, query_id, metric, value", "scores")
def standardise(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Measures = None,
    reference: Annotated[
        list[str] | None,
        typer.Option(metavar="RUN", help="A run whose mean and standard deviation count; repeatable.  [default: all]"),
    ] = None,
    *,
    options: "Options",
    output: Output | None = None,
    format: FormatOption = "table",
) -> None:
    """Standardise scores, so that no query counts more than another because runs differ more on it.

    Each score becomes its distance from the mean of the runs on the query, in standard deviations (z), and that a value
    from 0 to 1 by the normal distribution. Prints each run's mean of these, beside that of its scores; CSV and JSON
    have the value, z and score of every query. Any command that compares scores takes the file that -o writes.

    \b
    Examples:
      evalsql standardise 'runs/*.run' --qrels qrels.txt -m AP
      evalsql standardise scores.parquet --reference bm25 --reference dense -o standardised.parquet
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.standardise import standardise

    with progress() as tell:
        found = standardise.answer(
            runs,
            qrels,
            measure or (DEFAULT_MEASURES if qrels is not None else ()),
            reference=reference or (),
            **options,
            progress=tell,
        )
    written = {"scores": found.tables["scores"].select(["run", "query_id", "metric", "value"])}
    printers = {"table": lambda: print_means(found.headed())}
    deliver(found, output, format, printers, part="scores", what="scores", written=written)


def print_means(found: "Answer") -> None:
    """A table for each measure: the means of standardised scores and of scores, each with the run's position."""
    from evalsql.words import one_line

    means = found.tables["means"].to_pylist()
    for each in found.measures:
        lines = [
            [
                row["run"],
                *(f"{row['standardised_mean']:z.4f}", str(row["place"])),
                *(f"{row['mean']:z.4f}", str(row["place_before"])),
            ]
            for row in means
            if row["metric"] == each
        ]
        say(one_line(each))
        print_columns(["run", "standardised", "position", "mean", "position before"], lines, texts=1)
        typer.echo()
    say(f"Means {found.about}.")
