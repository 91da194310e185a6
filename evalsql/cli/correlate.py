"""`evalsql correlate`: how alike the orderings of runs are."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.options import (
    DEFAULT_MEASURES,
    FormatOption,
    Measures,
    OptionalQrels,
    RowsFormat,
    RunsOrScores,
    output_option,
    read_queries,
    with_evaluation_options,
)
from evalsql.cli.show.tables import print_columns

if TYPE_CHECKING:
    from evalsql.comparing.scores import Scored
    from evalsql.connections import Connection, Settings
    from evalsql.scoring.options import Options

    Coefficient = str
else:  # Typer takes no list of a Literal
    Coefficient = StrEnum("Coefficient", ["kendall", "tau_ap", "spearman", "pearson", "rbo"])

PLACE = 23  # in the help
TITLES = {
    "kendall": "Kendall's tau-b",
    "tau_ap": "tau_AP (rows are the truth, columns the estimate)",
    "spearman": "Spearman's rho",
    "pearson": "Pearson's r, of the means",
    "rbo": "Rank-biased overlap",
}


@with_evaluation_options
def correlate(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Measures = None,
    coefficient: Annotated[
        list[Coefficient] | None,
        typer.Option(
            "--coefficient",
            "-c",
            help="kendall: tau-b. tau_ap: errors at the top weigh most. rbo: rank-biased overlap. Once for each.  "
            "[default: kendall in a table, all in CSV, JSON and files]",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="QRELS",
            help="Other judgments (or, without --qrels, other scores) to compare the orderings under.",
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
        typer.Option(metavar="RUN", help="A run whose scores they are standardised by, once for each.  [default: all]"),
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
    output: Annotated[Path | None, output_option("the rows", "table correlations")] = None,
    format: FormatOption = "table",
) -> None:
    """Compare the orderings of runs by different measures, or under different judgments or queries.

    Runs are put in order by their means. Prints a matrix of the measures: with --against or --against-queries, the
    measures under the one condition and, in columns, under the other.

    \b
    Examples:
      evalsql correlate 'runs/*.run' --qrels qrels.txt -m nDCG@10 -m AP -m 'RBP(p=0.8)'
      evalsql correlate 'runs/*.run' --qrels pool100.txt --against pool10.txt -m AP -c tau_ap
      evalsql correlate 'runs/*.run' --qrels qrels.txt --queries odd.txt --against-queries even.txt
      evalsql correlate scores.parquet -c kendall -c rbo --format csv
      evalsql correlate 'runs/*.run' --documents --depth 20 --p 0.8
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.correlate import COEFFICIENTS, conditions, put_correlations

    if documents:
        refuse_beside(
            qrels=qrels,
            measure=measure,
            coefficient=coefficient,
            against=against,
            against_queries=against_queries,
            standardise=standardise,
            reference=reference,
            subtopics=options.get("subtopics") != "auto",
            **{name: options.get(name) for name in ("population", "gains", "weights", "convention")},
        )
        deliver_overlaps(runs, depth, p, options.get("queries"), options.get("settings"), output, format)
        return
    default = ["kendall"] if format == "table" and output is None else COEFFICIENTS
    asked = [str(each) for each in coefficient or default]
    with progress() as tell:
        one, two = conditions(
            runs,
            qrels,
            measure or (DEFAULT_MEASURES if qrels is not None else ()),
            against,
            read_queries(against_queries) if against_queries is not None else None,
            standardise,
            reference or (),
            **options,
            progress=tell,
        )
        put_correlations(one, two, asked, p)
    other = " and ".join(str(each) for each in (against, against_queries) if each is not None)
    deliver(
        {"correlations": one.connection.sql("from evalsql_correlations")},
        output,
        format,
        {"table": lambda: print_matrices(one, two, asked if coefficient else ["kendall"], other)},
        about=f"orderings {one.about}{f', and {two.about}' if two else ''}",
        problems=dict.fromkeys((*one.warnings, *(two.warnings if two else ()))),
    )


def print_matrices(one: "Scored", two: "Scored | None", coefficients: Sequence[str], other: str) -> None:
    """A matrix for each coefficient, and below what it is over and which values are significant."""
    rows = one.connection.sql("from evalsql_correlations")
    found = [dict(zip(rows.columns, row, strict=True)) for row in rows.fetchall()]
    for name in coefficients:
        cells = {(row["measure"], row["other"]): cell(row) for row in found if row["coefficient"] == name}
        typer.echo(TITLES[name])
        if two is None:  # of both directions, the one that is there
            cells |= {pair[::-1]: text for pair, text in cells.items() if pair[::-1] not in cells}
        others = (two or one).measures
        lines = [[each, *(cells.get((each, other), "-") for other in others)] for each in one.measures]
        print_columns(["measure", *(f"{other}  " for other in others)], lines, texts=1)
        typer.echo()
    counts = sorted({row["runs"] for row in found})
    typer.echo(f"Orderings of {' to '.join(map(str, dict.fromkeys((counts[0], counts[-1]))))} runs {one.about}.")
    if two is not None:
        typer.echo(f"Columns: with {other}, {two.about}.")
    if any(row["p_value"] is not None for row in found):
        typer.echo("* p < .05, ** p < .01, two-sided.")
    if "kendall" in coefficients:
        least = next(row for row in found if row["runs"] == counts[0])
        typer.echo(
            f"Smallest tau that is significant for {counts[0]} runs: {least['smallest_05']:.4f} at .05, "
            f"{least['smallest_01']:.4f} at .01."
        )


def cell(row: dict) -> str:
    """A coefficient with four decimals, and stars where it is significant."""
    if row["value"] is None:
        return "-  "
    stars = "" if row["p_value"] is None else "*" * ((row["p_value"] < 0.05) + (row["p_value"] < 0.01))
    return f"{row['value']:.4f}{stars:<2}"


def refuse_beside(**others: object) -> None:
    """Refuses --documents beside what is about measures, or about how they are computed."""
    from evalsql.errors import InputError

    for name, value in others.items():
        if value:
            raise InputError(f"--documents compares rankings, without --{name.replace('_', '-')}; leave one out")


def deliver_overlaps(
    runs: Sequence[str],
    depth: int,
    p: float,
    queries: Sequence[str] | None,
    settings: "Settings | None",
    output: Path | None,
    format: RowsFormat,
) -> None:
    """The rank-biased overlap of the rankings of every two runs, query by query."""
    from evalsql.comparing.overlap import put_overlaps

    own, problems = put_overlaps(runs, depth, p, queries, settings=settings)
    deliver(
        {"overlaps": own.sql("from evalsql_overlaps")},
        output,
        format,
        {"table": lambda: print_overlaps(own, depth, p)},
        problems=problems,
    )


def print_overlaps(own: "Connection", depth: int, p: float) -> None:
    """A matrix of the runs with their overlaps, averaged over the queries that both answer."""
    means = "select run, other, avg(value order by query_id asc), count(*) from evalsql_overlaps group by all"
    cells, counts = {}, set()
    for run, other, mean, count in own.execute(means).fetchall():
        cells[run, other] = cells[other, run] = f"{mean:.4f}"
        counts.add(count)
    names = sorted({run for run, _ in cells})
    typer.echo(f"Rank-biased overlap of rankings to depth {depth}, p = {p:g}")
    print_columns(["run", *names], [[one, *(cells.get((one, two), "-") for two in names)] for one in names], texts=1)
    span = " to ".join(map(str, dict.fromkeys((min(counts), max(counts)))))
    typer.echo(f"\nMeans over the {span} queries that both runs answer.")
