"""`evalsql queries`: which queries are hard, who wins where, and where the variance of scores is."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.old import (
    DEFAULT_MEASURES,
    OF_SCORES,
    ByOption,
    FormatOption,
    OptionalQrels,
    RunsOrScores,
    SlicesOption,
    measure_option,
    refuse_by,
    with_evaluation_options,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.show.tables import cell, print_columns
from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.scoring.options import Options

PLACE = 35  # in the help
OF_QUERIES = {
    *("metric", "query_id", "place", "runs", "mean", "median", "deviation", "lowest", "highest", "best_run")
}  # columns that the rows of queries have without slices
Part = Literal["queries", "wins", "components", "slices"]


@with_evaluation_options
@with_output("the rows", None)
@with_plot("difficulty", runs=False)
def queries(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Annotated[list[str] | None, measure_option(DEFAULT_MEASURES[0] + OF_SCORES)] = None,
    top: Annotated[int, typer.Option(min=1, metavar="N", help="How many of the hardest and easiest to print.")] = 5,
    part: Annotated[
        Part | None,
        typer.Option(
            help="Print or write these rows only: one row per query, two runs, a source of variance, or a slice.  "
            "[default: all are printed, the queries are written]",
            show_default=False,
        ),
    ] = None,
    slices: SlicesOption = None,
    by: ByOption = None,
    slice: Annotated[
        str | None,
        typer.Option("--slice", metavar="ATTRIBUTE=SLICE", help="Look at the queries of this slice only: language=de."),
    ] = None,
    *,
    options: "Options",
    output: Output | None = None,
    plot: Plot | None = None,
    format: FormatOption = "table",
) -> None:
    """Look at queries one by one.

    Prints the hardest and the easiest queries with what the runs score on them, on how many queries each run is above
    each other, and how much of the variance of scores is between queries, between runs, and left over.

    \b
    Examples:
      evalsql queries 'runs/*.run' --qrels qrels.txt -m nDCG@10
      evalsql queries scores.parquet --part wins --format csv
      evalsql queries 'runs/*.run' --qrels qrels.txt --slices queries.jsonl --by language --slice language=de
      evalsql queries scores.parquet -m nDCG@10 --plot queries.svg
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.queries import analyse_queries

    refuse_by(slices, by)
    if part == "slices" and slices is None:
        raise InputError("--part slices is about slices; --slices says which file has the queries' attributes")
    with progress() as tell:
        found = analyse_queries.answer(
            runs,
            qrels,
            measure or (DEFAULT_MEASURES[:1] if qrels is not None else ()),
            slices=slices,
            by=by or (),
            slice=slice,
            **options,
            progress=tell,
        )
    deliver(found, output, format, {"table": lambda: print_parts(found.headed(), part, top)}, part=part)
    if plot is not None:
        from evalsql import charts

        plot.draw(charts.difficulty(found.tables["queries"], **plot.look))


def print_parts(found: "Answer", part: Part | None, top: int) -> None:
    """Each measure with its parts."""
    from evalsql.words import one_line

    printers = {
        "queries": print_queries,
        "wins": print_wins,
        "components": print_components,
        "slices": print_slices,
    }
    rows = {name: rows.to_pylist() for name, rows in found.tables.items() if part in (None, name)}
    for measure in found.measures:
        for name, some in rows.items():
            say(one_line(f"{measure}: {TITLES[name]}"))
            printers[name]([row for row in some if row["metric"] == measure], top)
            typer.echo()
    say(f"Scores {found.about}.")


TITLES = {
    "queries": "the hardest and the easiest queries",
    "wins": "on how many queries the run of the row is above that of the column",
    "components": "where the variance of the scores is",
    "slices": "the slices of the queries, by the mean of all runs on each",
}


def print_queries(rows: list[dict], top: int) -> None:
    """The first and the last of the queries, with dots between."""
    header = ["query_id", "mean", "median", "deviation", "lowest", "highest", "best run"]
    further = [name for name in (rows[0] if rows else {}) if name not in OF_QUERIES]
    lines = [
        [*map(cell, (row["query_id"], *(row[name] for name in (*header[1:6], "best_run", *further))))] for row in rows
    ]
    header += further
    if len(lines) > 2 * top:
        lines = [*lines[:top], ["..."] + [""] * (len(header) - 1), *lines[-top:]]
    print_columns(header, lines, texts=1)


def print_wins(rows: list[dict], top: int) -> None:
    """A matrix of the runs, the best first; its columns are numbered as its rows are."""
    names = list(dict.fromkeys(row["run"] for row in rows))
    wins = {(row["run"], row["other"]): str(row["wins"]) for row in rows}
    lines = [
        [f"{place} {run}", *("-" if run == other else wins.get((run, other), "") for other in names)]
        for place, run in enumerate(names, start=1)
    ]
    print_columns(["run", *map(str, range(1, len(names) + 1))], lines, texts=1)


def print_slices(rows: list[dict], top: int) -> None:
    """One row per slice; small ones are marked."""
    from evalsql.cli.show.slices import SMALL_NOTE, named

    header = ["attribute", "slice", "mean", "median", "deviation", "lowest", "highest", "best run"]
    lines = [
        [
            row["attribute"],
            named(row["slice"], row["queries"]),
            *map(cell, (row[name] for name in (*header[2:7], "best_run"))),
        ]
        for row in rows
    ]
    print_columns(header, lines, texts=2)
    if any(row["small"] for row in rows):
        say(SMALL_NOTE)


def print_components(rows: list[dict], top: int) -> None:
    """One row per source of variance."""
    lines = [
        [row["source"], str(row["df"]), cell(row["variance"]), "-" if row["share"] is None else f"{row['share']:.1%}"]
        for row in rows
    ]
    print_columns(["source", "df", "variance", "share"], lines, texts=1)
