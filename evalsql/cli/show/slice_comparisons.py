"""Comparisons by slice: a table for each measure and attribute, where runs lose most, and whether the slice matters."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import typer

from evalsql.cli.layout import say
from evalsql.cli.show.paper import Paper
from evalsql.cli.show.slices import SMALL_NOTE, named
from evalsql.cli.show.tables import print_top
from evalsql.comparing.choices import title
from evalsql.comparing.compare import Comparison
from evalsql.comparing.findings import p_value, ratio
from evalsql.words import one_line, said

OF_EACH = "Intervals are of each slice alone."
MOST_LOSSES = 5
MOST_PAIRS = 30  # whose interactions a table shows
Row = Mapping[str, Any]


def print_slices(comparison: Comparison, decimals: int, top: int | None) -> None:
    """What the comparison says of slices."""
    logs = {row["metric"]: row["logarithm"] for row in comparison.rows(sliced=True)}
    losses = [row | {"logarithm": logs[row["metric"]]} for row in comparison.tables["losses"].to_pylist()]
    for heading, header, texts, rows in parts_of(comparison, decimals):
        say(one_line(heading))
        print_top(header, rows, texts, top, "row")
        typer.echo()
    for metric in comparison.measures:
        if lost := [row for row in losses if row["metric"] == metric]:
            say(one_line(f"{comparison.heading(metric)}: the slices where runs lose most"))
            print_losses(lost[:MOST_LOSSES], decimals)
            typer.echo()
    print_interactions(comparison.tables["interactions"].to_pylist(), comparison)
    small = f" {SMALL_NOTE}" if any(comparison.tables["comparisons"]["small"].to_pylist()) else ""
    say(f"In brackets: how many queries.{small} {OF_EACH}\n")


def papers_of(comparison: Comparison, decimals: int) -> Iterator[Paper]:
    """The table of each measure and attribute, for a paper."""
    for place, (heading, header, texts, rows) in enumerate(parts_of(comparison, decimals), start=1):
        yield Paper(header, rows, texts, f"{heading}. {SMALL_NOTE} {OF_EACH}", label=f"slices-{place}")


def parts_of(comparison: Comparison, decimals: int) -> Iterator[tuple[str, list[str], int, list[list[str]]]]:
    """For each measure and attribute what stands above its table, the header, how many columns are texts, the rows."""
    first = comparison.decided.tests[0]
    every = [row for row in comparison.rows(sliced=True) if row["test"] == first]
    share = f"{100 * (1 - comparison.decided.alpha):g}% interval"
    for (metric, attribute), found in groupby(every, key=itemgetter("metric", "attribute")):
        rows = list(found)
        others = {row["other"] for row in rows}
        names = ["slice", "run"] if len(others) == 1 else ["slice", "run", "other"]
        compared = said(*others) if len(others) == 1 else "each other"
        how = method(comparison, sum(row["metric"] == metric for row in every))
        lines = [
            [
                named(row["slice"], row["queries"]),
                *(row[name] for name in names[1:]),
                f"{row['mean']:.{decimals}f}",
                *change(row, decimals),
                p_cell(row["p_corrected"], row["significant"]),
            ]
            for row in rows
        ]
        heading = f"{comparison.heading(metric)} by {attribute}: runs compared with {compared} ({how})"
        yield heading, [*names, "mean", called(rows[0]), share, "p-corr"], len(names), lines


def method(comparison: Comparison, size: int) -> str:
    """How significance was decided, for a caption."""
    decided = comparison.decided
    corrected = title("corrections", decided.correction)
    over = f", {corrected} over {size} pairs and slices" if corrected and size > 1 else ""
    return f"{title('significance', decided.tests[0])}{over}, alpha {decided.alpha:.12g}"


def called(row: Row) -> str:
    """What a column of differences is called."""
    return "ratio" if row["logarithm"] else "diff"


def change(row: Row, decimals: int, sign: int = 1) -> list[str]:
    """The difference of a row, or with sign -1 the other way round, and its interval; ratios of geometric means."""

    def text(value: float) -> str:
        return ratio(sign * value) if row["logarithm"] else f"{sign * value:+z.{decimals}f}"

    limits = [text(each) for each in (row["lower"], row["upper"])[::sign] if each is not None]
    return [text(row["difference"]), " ".join(limits) or "-"]


def p_cell(value: float | None, significant: bool | None = None) -> str:
    """A p-value as a table shows it, with room for a mark where it may have one."""
    return p_value(value).replace("< ", "<") + {None: "", True: "*", False: " "}[significant]


def print_losses(rows: Sequence[Row], decimals: int) -> None:
    """One row per slice and pair of runs."""
    lines = [
        [
            f"{row['attribute']}: {named(row['slice'], row['queries'])}",
            row["run"],
            row["other"],
            change(row, decimals)[0],
            p_cell(row["p_corrected"], row["significant"]),
        ]
        for row in rows
    ]
    print_top(["slice", "run", "other", called(rows[0]), "p-corr"], lines, 3, None, "row")


def print_interactions(rows: Sequence[Row], comparison: Comparison) -> None:
    """Whether differences depend on the slice: of all runs together, and of pairs where they are few."""
    alpha = comparison.decided.alpha
    pairs = len({(row["run"], row["other"]) for row in rows if row["run"] is not None})
    shown = [row for row in rows if row["run"] is None or pairs <= MOST_PAIRS or (row["p_corrected"] or 1) < alpha]
    if not shown:
        return
    say("Whether differences depend on the slice (analysis of variance of run and slice)")
    lines = [
        [
            comparison.heading(row["metric"]),
            row["attribute"],
            "all runs" if row["run"] is None else f"{row['run']} - {row['other']}",
            "-" if row["statistic"] is None else f"{row['statistic']:.2f}",
            f"{row['df']}, {row['error_df']}",
            p_value(row["p_value"]).replace("< ", "<"),
            p_cell(row["p_corrected"], (row["p_corrected"] or 1) < alpha),
        ]
        for row in shown
    ]
    print_top(["measure", "attribute", "runs", "F", "df", "p", "p-corr"], lines, 3, None, "row")
    typer.echo()
