"""`evalsql queries`: which queries are hard, who wins where, and where the variance of scores is."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.cli.arguments import DEFAULT_MEASURES, OF_SCORES, OptionalQrels, RunsOrScores, measure_option
from evalsql.cli.options import rows_option, say_written, warn, with_evaluation_options
from evalsql.cli.show.tables import RowsFormat, cell, dump_parts, print_columns

if TYPE_CHECKING:
    from evalsql.answers import Answer


class Part(StrEnum):
    """What is printed or written."""

    queries = "queries"
    wins = "wins"
    components = "components"


@with_evaluation_options
def queries(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Annotated[list[str] | None, measure_option(DEFAULT_MEASURES[0] + OF_SCORES)] = None,
    top: Annotated[int, typer.Option(min=1, metavar="N", help="How many of the hardest and easiest to print.")] = 5,
    part: Annotated[
        Part | None,
        typer.Option(
            help="Print or write these rows only: a row a query, two runs, or a source of variance.  "
            "[default: all are printed, the queries are written]",
            show_default=False,
        ),
    ] = None,
    *,
    options: dict[str, Any],
    output: Annotated[
        Path | None,
        rows_option("a table named for the part"),
    ] = None,
    format: Annotated[RowsFormat, typer.Option(help="How to print.")] = RowsFormat.table,
) -> None:
    """Look at queries one by one.

    Prints the hardest and the easiest queries with what the runs score on them, on how many queries each run is above
    each other, and how much of the variance of scores is between queries, between runs, and left over.

    \b
    Examples:
      evalsql queries 'runs/*.run' --qrels qrels.txt -m nDCG@10
      evalsql queries scores.parquet --part wins --format csv
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.queries import analyse_queries
    from evalsql.outputs import writers

    if output is not None:
        writers.check_output(output)
    with progress() as tell:
        found = analyse_queries.answer(
            runs,
            qrels,
            measure or (DEFAULT_MEASURES[:1] if qrels is not None else ()),
            **options,
            progress=tell,
        )
    warn(found.problems)
    if output is not None:
        writers.write_rows(found.tables[part or Part.queries], output, table=part or Part.queries)
    if format is RowsFormat.table:
        show(found, part, top)
    else:
        dump_parts(found.tables, part, Part.queries, format)
    say_written(output)


def show(found: "Answer", part: Part | None, top: int) -> None:
    """Each measure with its parts."""
    from evalsql.words import one_line

    showing = {"queries": show_queries, "wins": show_wins, "components": show_components}
    rows = {name: rows.to_pylist() for name, rows in found.tables.items() if part in (None, name)}
    for measure in found.measures:
        for name, some in rows.items():
            typer.echo(one_line(f"{measure}: {TITLES[name]}"))
            showing[name]([row for row in some if row["metric"] == measure], top)
            typer.echo()
    typer.echo(f"Scores {found.about}.")


TITLES = {
    "queries": "the hardest and the easiest queries",
    "wins": "on how many queries the run of the row is above that of the column",
    "components": "where the variance of the scores is",
}


def show_queries(rows: list[dict], top: int) -> None:
    """The first and the last of the queries, with dots between."""
    header = ["query_id", "mean", "median", "deviation", "lowest", "highest", "best run"]
    lines = [[*map(cell, (row["query_id"], *(row[name] for name in header[1:6]))), row["best_run"]] for row in rows]
    if len(lines) > 2 * top:
        lines = [*lines[:top], ["..."] + [""] * 6, *lines[-top:]]
    print_columns(header, lines, texts=1)


def show_wins(rows: list[dict], top: int) -> None:
    """A matrix of the runs, the best first; its columns are numbered as its rows are."""
    names = list(dict.fromkeys(row["run"] for row in rows))
    wins = {(row["run"], row["other"]): str(row["wins"]) for row in rows}
    lines = [
        [f"{place} {run}", *("-" if run == other else wins.get((run, other), "") for other in names)]
        for place, run in enumerate(names, start=1)
    ]
    print_columns(["run", *map(str, range(1, len(names) + 1))], lines, texts=1)


def show_components(rows: list[dict], top: int) -> None:
    """A row a source of variance."""
    lines = [
        [row["source"], str(row["df"]), cell(row["variance"]), "-" if row["share"] is None else f"{row['share']:.1%}"]
        for row in rows
    ]
    print_columns(["source", "df", "variance", "share"], lines, texts=1)
