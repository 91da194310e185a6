"""What `evalsql curve` prints."""

from itertools import repeat
from typing import TYPE_CHECKING

import typer

from evalsql.catalog.conventions import caption
from evalsql.catalog.headings import headings, left_out
from evalsql.cli.layout import say
from evalsql.cli.show.slices import SMALL_NOTE, named
from evalsql.cli.show.tables import print_columns
from evalsql.words import one_line

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.catalog.measure import Measure
    from evalsql.scoring.evaluation import Evaluation


def print_curves(
    evaluation: "Evaluation",
    curves: "list[Measure]",
    rows: "pa.Table",
    averaged: bool,
    baseline: str | None,
) -> None:
    """A table for each curve; of averages also the ideal, and the rank after which it is flat."""
    over = str(curves[0].metric.over)
    stopping = dict(evaluation.stopping_rank(curves).fetchall()) if averaged and over == "rank" else {}
    of_curve, short = rows["metric"].to_pylist(), headings(curves, evaluation.convention)
    for number, curve in enumerate(curves):
        part = rows.filter([each == str(curve) for each in of_curve])
        if number:
            typer.echo()
        say(short[str(curve)])
        # of a curve that is a share of the ideal, that is 1
        ideal = shared_ideal(part, over) if averaged and curve.metric.range[1] > 1 else {}
        print_points(part, over, ideal)
        if ideal and stopping.get(str(curve)):
            say(f"The ideal is flat from rank {stopping[str(curve)]} on.")
    agreed = caption(evaluation.convention, left_out(curves, evaluation.convention))
    say(f"\n{'Means ' if averaged else 'Curves '}{evaluation.coverage}.{agreed}")
    if baseline is not None:
        say(f"+ and -: the difference from {one_line(baseline)}.")


def shared_ideal(rows: "pa.Table", over: str) -> dict[float, float]:
    """The ideal at each point, where all runs have the same: where each has its own queries, each has its own ideal."""
    found: dict[float, float] = {}
    for point, ideal in zip(rows[over].to_pylist(), rows["ideal"].to_pylist(), strict=True):
        if ideal is None or found.setdefault(point, ideal) != ideal:
            return {}
    return found


def print_points(rows: "pa.Table", over: str, ideal: dict[float, float]) -> None:
    """One row per point, or a query and a point, and one column per run, after the ideal if there is one."""
    queried = "query_id" in rows.column_names
    runs, run_of = in_order(rows["run"])
    queries, query_of = in_order(rows["query_id"]) if queried else ([""], [0] * len(rows))
    points, point_of = in_order(rows[over])
    compared = "difference" in rows.column_names
    texts = map(cell, rows["value"].to_pylist(), rows["difference"].to_pylist() if compared else repeat(None))
    cells: dict[tuple[int, int], list[str]] = {}
    for query, point, run, text in zip(query_of, point_of, run_of, texts, strict=True):
        cells.setdefault((query, point), ["-"] * len(runs))[run] = text
    lines = [
        [
            *([queries[query]] if queried else []),
            f"{points[point]:g}",
            *([f"{ideal[points[point]]:z.4f}"] if ideal else []),
            *cells.pop((query, point)),
        ]
        for query, point in sorted(cells)
    ]
    print_columns(
        [*(["query_id"] if queried else []), over, *(["ideal"] if ideal else []), *runs],
        lines,
        texts=int(queried),
        across=True,
    )


def in_order(column: "pa.ChunkedArray") -> tuple[list, list[int]]:
    """The values of a column in order, each once, and which of them each row has."""
    coded = column.combine_chunks().dictionary_encode()
    found = coded.dictionary.to_pylist()
    values = sorted(found)
    place = {value: number for number, value in enumerate(values)}
    places = [place[value] for value in found]
    return values, [places[code] for code in coded.indices.to_pylist()]


def print_slices(evaluation: "Evaluation", curves: "list[Measure]", rows: "pa.Table", baseline: str | None) -> None:
    """A table for each slice and curve, of averages."""
    keys = list(zip(*(rows[name].to_pylist() for name in ("attribute", "slice", "metric", "queries")), strict=True))
    over, short = str(curves[0].metric.over), headings(curves, evaluation.convention)
    for attribute, slice, metric, queries in dict.fromkeys(keys):
        part = rows.filter([key == (attribute, slice, metric, queries) for key in keys])
        say(one_line(f"{short[metric]}, {attribute}: {named(slice, queries)}"))
        print_points(part, over, {})
        typer.echo()
    small = f" {SMALL_NOTE}" if any(rows["small"].to_pylist()) else ""
    agreed = caption(evaluation.convention, left_out(curves, evaluation.convention))
    say(f"Means {evaluation.coverage}, of each slice; in brackets: how many queries.{small}{agreed}")
    if baseline is not None:
        say(f"+ and -: the difference from {one_line(baseline)}.")


def print_sightings(evaluation: "Evaluation", rows: "pa.Table") -> None:
    """A table for each curve: one row per nugget, or one row per document that has any."""
    names = [name for name in rows.column_names if name != "metric"]
    found = rows.to_pylist()
    for number, curve in enumerate(dict.fromkeys(row["metric"] for row in found)):
        if number:
            typer.echo()
        say(curve)
        lines = [[sighted(name, row[name]) for name in names] for row in found if row["metric"] == curve]
        print_columns(names, lines, texts=len(names) - 1)
    say(f"\nNuggets {evaluation.coverage}.{caption(evaluation.convention)}")


def sighted(name: str, value: str | float) -> str:
    """A cell of such a table: a gain with four decimals, and a nugget that was not seen before as new."""
    if name == "gain":
        return f"{value:z.4f}"
    return "new" if name == "seen" and value == 0 else str(value)


def print_reach(evaluation: "Evaluation", rows: "pa.Table", target: float, baseline: str | None) -> None:
    """One row per run: the rank at which its average curve reaches a value, and what that costs beside the baseline."""
    lines = [
        [
            "-" if value is None else f"{value:+z.1f}%" if name == "percent" else str(value)
            for name, value in row.items()
        ]
        for row in rows.to_pylist()
    ]
    print_columns(["curve", *rows.column_names[1:]], lines, texts=2)
    say(f"\nRanks at which the mean reaches {target:g}, {evaluation.coverage}; - where it does not.")
    if baseline is not None:
        say(f"%: how many more documents than {one_line(baseline)} asks for.")


def cell(value: float, difference: float | None) -> str:
    """A value, and its difference from the baseline's where there is one."""
    return f"{value:z.4f}" if difference is None else f"{value:z.4f} {difference:+z.4f}"
