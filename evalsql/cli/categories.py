"""`evalsql categories`: the best, the worst and the normal runs."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.notices import say_idle
from evalsql.cli.options import (
    DEFAULT_COMPARED,
    OF_SCORES,
    FormatOption,
    OptionalQrels,
    RunsOrScores,
    measure_option,
    with_evaluation_options,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.show.tables import print_columns
from evalsql.words import one_line

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.scoring.options import Options

PLACE = 34  # in the help


@with_evaluation_options
@with_output("the rows", "categories")
def categories(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Annotated[list[str] | None, measure_option(", ".join(DEFAULT_COMPARED) + OF_SCORES)] = None,
    best: Annotated[list[str] | None, typer.Option(metavar="RUN", help="One of the best runs; repeatable.")] = None,
    part: Annotated[
        Literal["runs", "summary", "tests"],
        typer.Option(help="What CSV, JSON and files hold: one row per run, one row per category, or one row per test."),
    ] = "summary",
    *,
    options: "Options",
    output: Output | None = None,
    format: FormatOption = "table",
) -> None:
    """Test whether measures separate groups of runs (best, normal, worst).

    The best are those you name; the worst are below the median of all runs on every query; the others are normal. Says
    whether measures separate these groups, by the tests of Kruskal and Wallis and of Mann and Whitney.

    \b
    Examples:
      evalsql categories 'runs/*.run' --qrels qrels.txt -m nDCG@10 -m 'ADM(top=2)' --best manual1 --best manual2
      evalsql categories scores.parquet --best manual1 --part runs --format csv
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.categories import categories

    if format == "table" and output is None:
        say_idle("a table has the summary and the tests; give --format or -o", part=part != "summary")
    with progress() as tell:
        found = categories.answer(
            runs,
            qrels,
            measure or (DEFAULT_COMPARED if qrels is not None else ()),
            best=best or [],
            **options,
            progress=tell,
        )
    printers = {"table": lambda: print_categories(found.headed())}
    deliver(found, output, format, printers, part=part, what="scores", written={"categories": found.tables[part]})


def print_categories(found: "Answer") -> None:
    """For each measure the categories, and what the tests say."""
    from evalsql.comparing.choices import heads
    from evalsql.comparing.findings import p_value

    summary, tests = (found.tables[part].to_pylist() for part in ("summary", "tests"))
    for measure in found.measures:
        rows = [row for row in summary if row["metric"] == measure]
        cells = [
            [row["category"], str(row["runs"]), *(f"{row[each]:z.4f}" for each in ("mean", "lowest", "highest"))]
            for row in rows
        ]
        print_columns([measure, "runs", "mean", "lowest", "highest"], cells, 1)
        for row in tests:
            if row["metric"] == measure and row["p_value"] is not None:
                which = f"{row['category']} and {row['other']}" if row["other"] else "all"
                name = heads("significance")[row["test"]]["caption"]
                say(f"{one_line(which)}: {name} {row['statistic']:z.2f}, p {p_value(row['p_value'], '= ')}")
        typer.echo()
    say(f"Scores {found.about}.")
