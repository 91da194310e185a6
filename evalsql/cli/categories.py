"""`evalsql categories`: the best, the worst and the normal runs."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from evalsql.cli.arguments import DEFAULT_COMPARED, OF_SCORES, OptionalQrels, RunsOrScores, measure_option
from evalsql.cli.options import rows_option, say_written, warn, with_evaluation_options
from evalsql.cli.show.tables import RowsFormat, dump_parts, print_columns


class Part(StrEnum):
    """What is printed or written."""

    runs = "runs"
    summary = "summary"
    tests = "tests"


@with_evaluation_options
def categories(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Annotated[list[str] | None, measure_option(", ".join(DEFAULT_COMPARED) + OF_SCORES)] = None,
    best: Annotated[list[str] | None, typer.Option(metavar="RUN", help="One of the best runs, once for each.")] = None,
    part: Annotated[
        Part,
        typer.Option(help="What CSV, JSON and files hold: a row a run, a row a category, or a row a test."),
    ] = Part.summary,
    *,
    options: dict[str, Any],
    output: Annotated[
        Path | None,
        rows_option("table categories"),
    ] = None,
    format: Annotated[RowsFormat, typer.Option(help="How to print.")] = RowsFormat.table,
) -> None:
    """Compare the best, the worst and the normal runs.

    The best are those you name; the worst are below the median of all runs on every query; the others are normal. Says
    whether measures tell these categories apart, by the tests of Kruskal and Wallis and of Mann and Whitney.

    \b
    Examples:
      evalsql categories 'runs/*.run' --qrels qrels.txt -m nDCG@10 -m 'ADM(top=2)' --best manual1 --best manual2
      evalsql categories scores.parquet --best manual1 --part runs --format csv
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.categories import categories
    from evalsql.outputs import writers

    if output is not None:
        writers.check_output(output)
    with progress() as tell:
        found = categories.answer(
            runs,
            qrels,
            measure or (DEFAULT_COMPARED if qrels is not None else ()),
            best=best or [],
            **options,
            progress=tell,
        )
    warn(found.problems)
    if output is not None:
        writers.write_rows(found.tables[part], output, table="categories")
    if format is RowsFormat.table:
        show(found.tables["summary"].to_pylist(), found.tables["tests"].to_pylist(), found.measures)
        typer.echo(f"Scores {found.about}.")
    else:
        dump_parts(found.tables, part, part, format)
        typer.echo(f"evalsql: scores {found.about}", err=True)
    say_written(output)


def show(summary: list[dict], tests: list[dict], measures: Sequence[str]) -> None:
    """For each measure the categories, and what the tests say."""
    from evalsql.comparing.choices import heads
    from evalsql.comparing.findings import p_value

    for measure in measures:
        rows = [row for row in summary if row["metric"] == measure]
        cells = [
            [row["category"], str(row["runs"]), *(f"{row[each]:.4f}" for each in ("mean", "lowest", "highest"))]
            for row in rows
        ]
        print_columns([measure, "runs", "mean", "lowest", "highest"], cells, 1)
        for row in tests:
            if row["metric"] == measure and row["p_value"] is not None:
                which = f"{row['category']} and {row['other']}" if row["other"] else "all"
                name = heads("significance")[row["test"]]["caption"]
                typer.echo(f"{which}: {name} {row['statistic']:.2f}, p {p_value(row['p_value'], '= ')}")
        typer.echo()
