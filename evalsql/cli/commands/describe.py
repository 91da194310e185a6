"""`evalsql describe`: what sets of judgments hold, and how far two of them agree."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.notices import say_idle
from evalsql.cli.old import FormatOption, with_input_options
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.show.tables import cell, print_columns
from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.scoring.options import InputOptions

PLACE = 31  # in the help
Rows = list[dict]


@partial(with_input_options, inputs="QRELS")
@with_output("the rows", None)
@with_plot("levels", "overlap", runs=False)
def describe(
    qrels: Annotated[
        list[str], typer.Argument(metavar="QRELS", help="Sets of judgments, each in any form that is read.")
    ],
    rel: Annotated[float, typer.Option(metavar="N", help="The lowest relevance that counts as relevant.")] = 1,
    part: Annotated[
        Literal["sets", "levels", "agreements", "crossed"] | None,
        typer.Option(
            help="Print or write these rows only: one row per set, a set and relevance, two sets, or two sets and"
            " relevance in each.  [default: all are printed, the sets are written]",
            show_default=False,
        ),
    ] = None,
    *,
    options: "InputOptions",
    output: Output | None = None,
    plot: Plot | None = None,
    format: FormatOption = "table",
) -> None:
    """Describe judgments, and compare sets of them.

    Prints for each set its queries, the documents judged and relevant, in all and per query, and its subtopics. Of two
    sets it prints how many documents have which relevance in each, how often the two agree, and Cohen's kappa: over all
    levels, weighted by how far levels are apart (linear, quadratic), and on what is relevant.

    \b
    Examples:
      evalsql describe qrels.txt
      evalsql describe first.txt second.txt --rel 2
      evalsql describe first.txt second.txt --part crossed --format csv
      evalsql describe first.txt second.txt --plot overlap.svg --picture overlap
    """
    from evalsql.cli.progress import progress
    from evalsql.judgments.describe import describe

    if plot is not None and plot.picture == "overlap" and len(qrels) < 2:
        raise InputError("--picture overlap shows two sets of judgments; name another one")
    if part in ("agreements", "crossed") and len(qrels) < 2:
        raise InputError(f"--part {part} compares sets of judgments; name another one")
    if part in ("levels", "crossed"):
        say_idle(f"--part {part} is by relevance, whatever counts as relevant", rel=rel != 1)
    with progress() as tell:
        tell("reading judgments")
        found = describe.answer(qrels, rel=rel, **options)
    picture = None
    if plot is not None:
        from evalsql import charts

        chart = charts.crossed_judgments if plot.picture == "overlap" else charts.judgment_levels
        picture = chart(found.tables, **plot.look)
    parts = {name: rows.to_pylist() for name, rows in found.tables.items() if part in (None, name)}
    deliver(found, output, format, {"table": lambda: print_parts(parts, rel)}, part=part)
    if plot is not None and picture is not None:
        plot.draw(picture)


def print_parts(parts: dict[str, Rows], rel: float) -> None:
    """Each part as tables, with an empty line between them; of one set nothing is compared."""
    printers = {"sets": print_sets, "levels": print_levels, "agreements": print_agreements, "crossed": print_crossed}
    for number, (name, rows) in enumerate((name, rows) for name, rows in parts.items() if rows):
        if number:
            typer.echo()
        printers[name](rows, rel)


def print_sets(rows: Rows, rel: float) -> None:
    """One row per set; counts per query as the mean and, in brackets, the least and the most."""
    header = ["qrels", "queries", "judged", "per query", "relevant", "per query", "none relevant"]
    several = any(row["with_subtopics"] for row in rows)
    lines = []
    for row in rows:
        counts = [row["qrels"], str(row["queries"])]
        for what in ("judged", "relevant"):
            counts += [str(row[what]), spread(row[f"mean_{what}"], row[f"min_{what}"], row[f"max_{what}"])]
        counts.append(str(row["without_relevant"]))
        if several:
            counts.append(spread(row["mean_subtopics"], row["min_subtopics"], row["max_subtopics"]))
        lines.append(counts)
    print_columns([*header, *(["subtopics per query"] if several else [])], lines, texts=1)
    say(f"Relevant: at least {rel:g}. Per query: the mean, and in brackets the least and the most.")


def print_levels(rows: Rows, rel: float) -> None:
    """One row per set and relevance."""
    lines = [
        [row["qrels"], f"{row['relevance']:g}", str(row["documents"]), spread(row["mean"], row["min"], row["max"])]
        for row in rows
    ]
    print_columns(["qrels", "relevance", "documents", "per query"], lines, texts=1)


def print_agreements(rows: Rows, rel: float) -> None:
    """One row per statistic, a column two sets."""
    names = [name for name in rows[0] if name not in ("qrels", "other")]
    lines = [[name.replace("_", " "), *(cell(row[name]) for row in rows)] for name in names]
    print_columns(["", *(f"{row['qrels']} : {row['other']}" for row in rows)], lines, texts=1)
    say(
        f"Agreement and kappa: over the documents that both judge; binary: relevant (at least {rel:g}) or not."
        " Overlap: relevant in both over relevant in either, the mean over queries that both judge."
    )


def print_crossed(rows: Rows, rel: float) -> None:
    """A table for each two sets: one row per relevance in the first, a column one in the second."""
    from evalsql.words import one_line

    for number, (one, other) in enumerate(dict.fromkeys((row["qrels"], row["other"]) for row in rows)):
        if number:
            typer.echo()
        cells = {
            (row["relevance"], row["other_relevance"]): str(row["documents"])
            for row in rows
            if (row["qrels"], row["other"]) == (one, other)
        }
        down, across = (sorted({key[place] for key in cells}, key=highest_first) for place in (0, 1))
        lines = [[level(a), *(cells.get((a, b), "-" if a == b is None else "0") for b in across)] for a in down]
        say(one_line(f"{one} (down) : {other} (across)"))
        print_columns(["relevance", *map(level, across)], lines, texts=0)


def highest_first(relevance: float | None) -> float:
    """Where a relevance stands among others; unjudged comes last."""
    return float("inf") if relevance is None else -relevance


def level(relevance: float | None) -> str:
    """A relevance in the head of a cross table."""
    return "unjudged" if relevance is None else f"{relevance:g}"


def spread(mean: float | None, least: int | None, most: int | None) -> str:
    """A mean and what it is the mean of: 12.5 (3 to 40)."""
    return "-" if mean is None else f"{mean:z.1f} ({least} to {most})"
