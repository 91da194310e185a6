"""`evalsql standardise`: scores as how far they are from the mean of the runs on each query."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.cli.arguments import DEFAULT_MEASURES, Measures, OptionalQrels, RunsOrScores
from evalsql.cli.options import say_written, warn, with_evaluation_options
from evalsql.cli.show.tables import RowsFormat, dump_parts, print_columns

if TYPE_CHECKING:
    from evalsql.answers import Answer


@with_evaluation_options
def standardise(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Measures = None,
    reference: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RUN", help="A run whose mean and standard deviation count, once for each.  [default: all]"
        ),
    ] = None,
    *,
    options: dict[str, Any],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write run, query_id, metric, value: .parquet, .csv, .tsv, .json, .jsonl or .duckdb (table scores).",
        ),
    ] = None,
    format: Annotated[RowsFormat, typer.Option(help="How to print.")] = RowsFormat.table,
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
    from evalsql.outputs import writers

    if output is not None:
        writers.check_output(output)
    with progress() as tell:
        found = standardise.answer(
            runs,
            qrels,
            measure or (DEFAULT_MEASURES if qrels is not None else ()),
            reference=reference or (),
            **options,
            progress=tell,
        )
        if output is not None:
            scores = found.tables["scores"].select(["run", "query_id", "metric", "value"])
            writers.write_rows(scores, output, table="scores")
    warn(found.problems)
    if format is RowsFormat.table:
        show(found)
    else:
        dump_parts(found.tables, "scores", "scores", format)
        typer.echo(f"evalsql: scores {found.about}", err=True)
    say_written(output)


def show(found: "Answer") -> None:
    """A table for each measure: the means of standardised scores and of scores, each with the run's place."""
    from evalsql.words import one_line

    means = found.tables["means"].to_pylist()
    for each in found.measures:
        lines = [
            [
                row["run"],
                *(f"{row['standardised_mean']:.4f}", str(row["place"])),
                *(f"{row['mean']:.4f}", str(row["place_before"])),
            ]
            for row in means
            if row["metric"] == each
        ]
        typer.echo(one_line(each))
        print_columns(["run", "standardised", "place", "mean", "place before"], lines, texts=1)
        typer.echo()
    typer.echo(f"Means {found.about}.")
