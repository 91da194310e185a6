"""`evalsql correlate`: how alike system rankings are."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.old import (
    DEFAULT_MEASURES,
    FormatOption,
    Measures,
    OptionalQrels,
    RowsFormat,
    RunsOrScores,
    read_queries,
    with_evaluation_options,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.show.tables import print_columns
from evalsql.comparing import choices
from evalsql.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.charts.save import Picture
    from evalsql.comparing.correlate import Correlations
    from evalsql.scoring.options import Options

    Coefficient = str
else:  # Typer takes no list of a Literal
    Coefficient = StrEnum("Coefficient", choices.names("correlations"))

PLACE = 23  # in the help
OF_OVERLAPS = ("queries", "where", "columns", "settings")  # the options that --documents takes


@with_evaluation_options
@with_output("the rows", None)
@with_plot("heatmap", "scatter")
def correlate(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Measures = None,
    coefficient: Annotated[
        list[Coefficient] | None,
        typer.Option(
            "--coefficient",
            "-c",
            help=f"{choices.in_brief('correlations')} Repeatable.  "
            "[default: kendall in a table, all in CSV, JSON and files]",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="QRELS",
            help="Other judgments (or, without --qrels, other scores) to compare the system rankings under.",
        ),
    ] = None,
    against_queries: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The other condition's queries, listed as for --queries, where they are others."
        ),
    ] = None,
    p: Annotated[float, typer.Option("--p", metavar="P", help="The p of rank-biased overlap.")] = 0.9,
    standardise: Annotated[
        bool, typer.Option("--standardise", help="Standardise the scores of each query by the mean and spread of all.")
    ] = False,
    reference: Annotated[
        list[str] | None,
        typer.Option(metavar="RUN", help="A run whose scores they are standardised by; repeatable.  [default: all]"),
    ] = None,
    documents: Annotated[
        bool,
        typer.Option(
            "--documents",
            help="Compare the rankings themselves instead: the rank-biased overlap of every two runs, query by query, "
            "which needs no judgments.",
        ),
    ] = False,
    depth: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many documents of each ranking --documents looks at.")
    ] = 100,
    *,
    options: "Options",
    output: Output | None = None,
    plot: Plot | None = None,
    format: FormatOption = "table",
) -> None:
    """Compare system rankings by different measures, or under different judgments or queries.

    Runs are put in order by their means. Prints a matrix of the measures: with --against or --against-queries, the
    measures under the one condition and, in columns, under the other.

    \b
    Examples:
      evalsql correlate 'runs/*.run' --qrels qrels.txt -m nDCG@10 -m AP -m 'RBP(p=0.8)'
      evalsql correlate 'runs/*.run' --qrels pool100.txt --against pool10.txt -m AP -c tau_ap
      evalsql correlate 'runs/*.run' --qrels qrels.txt --queries odd.txt --against-queries even.txt
      evalsql correlate scores.parquet -c kendall -c rbo --format csv
      evalsql correlate 'runs/*.run' --documents --depth 20 --p 0.8
      evalsql correlate scores.parquet -m nDCG@10 -m AP --plot measures.svg --picture scatter
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.correlate import COEFFICIENTS, correlate

    if plot is not None and plot.picture != "scatter":
        plot.refuse_highlight("heatmap")
    if documents:
        about_scores = {name: value for name, value in options.items() if name not in (*OF_OVERLAPS, "subtopics")}
        refuse_beside(
            qrels=qrels,
            measure=measure,
            coefficient=coefficient,
            against=against,
            against_queries=against_queries,
            standardise=standardise,
            reference=reference,
            subtopics=options.get("subtopics") != "auto",
            **about_scores,
        )
        if plot is not None and plot.picture == "scatter":
            raise InputError("--documents has no scores to scatter; --picture heatmap shows the overlaps")
        deliver_overlaps(runs, depth, p, options, output, format, plot)
        return
    if depth != 100:
        raise InputError("--depth is for --documents, which compares the rankings themselves")
    default = ["kendall"] if format == "table" and output is None else COEFFICIENTS
    asked = [str(each) for each in coefficient or default]
    if p != 0.9 and "rbo" not in asked:
        raise InputError("--p is for rank-biased overlap; add --coefficient rbo")
    with progress() as tell:
        found = correlate.answer(
            runs,
            qrels,
            measure or (DEFAULT_MEASURES if qrels is not None else ()),
            coefficients=asked,
            against=against,
            against_queries=read_queries(against_queries) if against_queries is not None else None,
            p=p,
            standardise=standardise,
            reference=reference or (),
            **options,
            progress=tell,
        )
    other = " and ".join(str(each) for each in (against, against_queries) if each is not None)
    printers = {"table": lambda: print_matrices(found, asked if coefficient else ["kendall"], other)}
    about = f"{found.about}{f', and {found.other_about}' if found.other_about else ''}"
    picture = chart_of(found, plot, asked[0], other) if plot is not None else None
    deliver(replace(found, about=about), output, format, printers, part="correlations", what="orderings")
    if plot is not None and picture is not None:
        plot.draw(picture)


def print_matrices(found: "Correlations", coefficients: Sequence[str], other: str) -> None:
    """A matrix for each coefficient, and below what it is over and which values are significant."""
    rows = found.tables["correlations"].to_pylist()
    for name in coefficients:
        cells = {(row["measure"], row["other"]): cell(row) for row in rows if row["coefficient"] == name}
        head = choices.heads("correlations")[name]
        say(head.get("caption", head["title"]))
        if not other:  # of both directions, the one that is there
            cells |= {pair[::-1]: text for pair, text in cells.items() if pair[::-1] not in cells}
        columns = found.other_measures or found.measures
        lines = [
            [found.heading(each), *(cells.get((each, column), "-") for column in columns)] for each in found.measures
        ]
        print_columns(["measure", *(f"{found.heading(column)}  " for column in columns)], lines, texts=1)
        typer.echo()
    counts = sorted({row["runs"] for row in rows})
    say(f"Orderings of {' to '.join(map(str, dict.fromkeys((counts[0], counts[-1]))))} runs {found.about}.")
    if other:
        say(f"Columns: with {other}, {found.other_about}.")
    if any(row["p_value"] is not None for row in rows):
        say("* p < .05, ** p < .01, two-sided.")
    smallest = next((row for row in rows if row["runs"] == counts[0] and row["smallest_05"] is not None), None)
    if smallest:
        levels = [(smallest["smallest_05"], ".05"), (smallest["smallest_01"], ".01")]
        least = " and ".join(f"{value:z.4f} at {level}" for value, level in levels if value is not None)
        say(f"By the normal distribution, tau is significant for {counts[0]} runs from {least}.")


def cell(row: dict) -> str:
    """A coefficient with four decimals, and stars where it is significant."""
    if row["value"] is None:
        return "-  "
    stars = "" if row["p_value"] is None else "*" * ((row["p_value"] < 0.05) + (row["p_value"] < 0.01))
    return f"{row['value']:z.4f}{stars:<2}"


def chart_of(found: "Correlations", plot: Plot, coefficient: str, other: str) -> "Picture":
    """The picture that was asked for: coefficients in cells, or the runs by two measures."""
    import pyarrow as pa

    from evalsql import charts

    if plot.picture != "scatter":
        return charts.correlations(found.tables["correlations"], coefficient, other=other, **plot.look)
    scores, measures = found.scores.fetch("scores"), list(found.measures)
    if found.other_scores is not None:  # the first measure, under both conditions
        there = found.other_scores.fetch("scores")
        again = pa.array([f"{metric} ({other})" for metric in there["metric"].to_pylist()])
        scores = pa.concat_tables(
            [scores, there.set_column(there.column_names.index("metric"), "metric", again)],
            promote_options="permissive",
        )
        measures = [measures[0], f"{found.other_measures[0]} ({other})"]
    return charts.two_measures(scores, measures[:2], named=plot.named, **plot.look)


def refuse_beside(**others: object) -> None:
    """Refuses --documents beside what is about measures, or about how they are computed."""
    for name, value in others.items():
        if value:
            raise InputError(f"--documents compares rankings, without --{name.replace('_', '-')}; leave one out")


def deliver_overlaps(
    runs: Sequence[str],
    depth: int,
    p: float,
    options: "Options",
    output: Output | None,
    format: RowsFormat,
    plot: Plot | None,
) -> None:
    """The rank-biased overlap of the rankings of every two runs, query by query."""
    from evalsql.comparing.overlap import overlap

    shared: Any = {name: options.get(name) for name in OF_OVERLAPS}
    found = overlap.answer(runs, depth=depth, p=p, **shared)
    printers = {"table": lambda: print_overlaps(found.tables["overlaps"], depth, p)}
    deliver(found, output, format, printers, part="overlaps")
    if plot is not None:
        from evalsql import charts

        plot.draw(charts.overlaps(found.tables["overlaps"], **plot.look))


def print_overlaps(overlaps: "pa.Table", depth: int, p: float) -> None:
    """A matrix of the runs with their overlaps, averaged over the queries that both answer."""
    from evalsql.connections import open_bare

    means = "select run, other, avg(value order by query_id asc), count(*) from evalsql_overlaps group by all"
    with open_bare() as connection:
        connection.register("evalsql_overlaps", overlaps)
        pairs = connection.execute(means).fetchall()
    cells, counts = {}, set()
    for run, other, mean, count in pairs:
        cells[run, other] = cells[other, run] = f"{mean:z.4f}"
        counts.add(count)
    names = sorted({run for run, _ in cells})
    say(f"Rank-biased overlap of rankings to depth {depth}, p = {p:g}")
    lines = [[one, *(cells.get((one, two), "-") for two in names)] for one in names]
    print_columns(["run", *names], lines, texts=1, across=True)
    span = " to ".join(map(str, dict.fromkeys((min(counts), max(counts)))))
    say(f"\nMeans over the {span} queries that both runs answer.")
