"""What `evalsql curve` prints."""

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from evalsql.catalog.conventions import caption
from evalsql.catalog.headings import headings, left_out
from evalsql.cli.show.slices import SMALL_NOTE, named
from evalsql.cli.tables import Table, by, same
from evalsql.words import one_line

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.catalog.measure import Measure
    from evalsql.scoring.evaluation import Evaluation


def curve_tables(
    evaluation: "Evaluation", curves: "Sequence[Measure]", rows: "pa.Table", averaged: bool, baseline: str | None
) -> Iterator[Table | str]:
    """A table for each curve; of averages also the ideal, and the rank after which it is flat."""
    stopping = dict(evaluation.stopping_rank(curves).fetchall()) if averaged and "rank" in rows.column_names else {}
    short, of_curve = headings(curves, evaluation.convention), rows["metric"].to_pylist()
    about = f"{'Means' if averaged else 'Curves'} {evaluation.coverage}.{conventions(evaluation, curves)}"
    about += compared_with(baseline)
    for number, curve in enumerate(curves):
        part = rows.filter([each == str(curve) for each in of_curve])
        # of a curve that is a share of the ideal, that is 1
        ideal = shared_ideal(part, curve) if averaged and curve.metric.range[1] > 1 else {}
        rank = ideal and stopping.get(str(curve))
        flat = f"The ideal is flat from rank {rank} on." if rank else ""
        yield point_table(part, str(curve.metric.over), ideal, "\n" * bool(number) + short[str(curve)], about, flat)
    yield f"\n{about}"


def slice_tables(
    evaluation: "Evaluation", curves: "Sequence[Measure]", rows: "pa.Table", baseline: str | None
) -> Iterator[Table | str]:
    """A table for each slice and curve, of averages."""
    keys = list(zip(*(rows[name].to_pylist() for name in ("attribute", "slice", "metric", "queries")), strict=True))
    over, short = str(curves[0].metric.over), headings(curves, evaluation.convention)
    small = f" {SMALL_NOTE}" if any(rows["small"].to_pylist()) else ""
    about = f"Means {evaluation.coverage}, of each slice; in brackets: how many queries.{small}"
    about += f"{conventions(evaluation, curves)}{compared_with(baseline)}"
    for key in dict.fromkeys(keys):
        attribute, slice, metric, queries = key
        heading = f"{short[metric]}, {attribute}: {named(slice, queries)}"
        part = rows.filter([each == key for each in keys])
        yield point_table(part, over, {}, heading, about)
        yield ""
    yield about


def conventions(evaluation: "Evaluation", curves: "Sequence[Measure]") -> str:
    """The conventions, for a caption."""
    return caption(evaluation.convention, left_out(curves, evaluation.convention))


def compared_with(baseline: str | None) -> str:
    """What the differences are from, on a line of its own."""
    return "" if baseline is None else f"\n+ and -: the difference from {one_line(baseline)}."


def shared_ideal(rows: "pa.Table", curve: "Measure") -> dict[float, float]:
    """The ideal at each point if all runs have the same: runs with queries of their own have ideals of their own."""
    ideals: dict[float, float] = {}
    for point, ideal in zip(rows[str(curve.metric.over)].to_pylist(), rows["ideal"].to_pylist(), strict=True):
        if ideal is None or ideals.setdefault(point, ideal) != ideal:
            return {}
    return ideals


def point_table(
    rows: "pa.Table", over: str, ideal: dict[float, float], heading: str, about: str, flat: str = ""
) -> Table:
    """One row per point, or a query and a point, and one column per run, after the ideal if there is one."""
    queried, compared = "query_id" in rows.column_names, "difference" in rows.column_names
    runs, run_of = in_order(rows["run"])
    queries, query_of = in_order(rows["query_id"]) if queried else ([""], [0] * len(rows))
    points, point_of = in_order(rows[over])
    texts = map(value_text, rows["value"].to_pylist(), rows["difference"].to_pylist() if compared else repeat(None))
    cells: dict[tuple[int, int], list[str]] = {}
    for query, point, run, text in zip(query_of, point_of, run_of, texts, strict=True):
        cells.setdefault((query, point), ["-"] * len(runs))[run] = text
    lines = [
        {"query_id": queries[query], "point": f"{points[point]:g}", "ideal": ideal.get(points[point]), "runs": values}
        for (query, point), values in sorted(cells.items())
    ]
    columns = [
        *([("query_id", "query_id")] if queried else []),
        (over, "point"),
        *([("ideal", "ideal")] if ideal else []),
        *((run, lambda row, place=place: row["runs"][place]) for place, run in enumerate(runs)),
    ]
    caption = " ".join([f"{heading.strip()}.", *([flat] if flat else []), *about.split("\n")])
    return Table(lines, columns, heading, flat, paper=caption, label="curve", texts=int(queried))


def in_order(column: "pa.ChunkedArray") -> tuple[list, list[int]]:
    """The values of a column in order, each once, and which of them each row has."""
    coded = column.combine_chunks().dictionary_encode()
    distinct = coded.dictionary.to_pylist()
    values = sorted(distinct)
    place = {value: number for number, value in enumerate(values)}
    places = [place[value] for value in distinct]
    return values, [places[code] for code in coded.indices.to_pylist()]


def value_text(value: float, difference: float | None) -> str:
    """A value, and its difference from the baseline's if there is one."""
    return f"{value:z.4f}" if difference is None else f"{value:z.4f} {difference:+z.4f}"


def nugget_tables(evaluation: "Evaluation", rows: "pa.Table") -> Iterator[Table | str]:
    """A table for each curve: one row per nugget, or one row per document that has any."""
    names = [name for name in rows.column_names if name != "metric"]
    about = f"Nuggets {evaluation.coverage}.{caption(evaluation.convention)}"
    columns = same(" ".join(names))
    if "seen" in columns:
        columns |= {"seen": lambda row: "new" if row["seen"] == 0 else str(row["seen"])}
    for number, (curve, of_curve) in enumerate(by(rows.to_pylist(), "metric")):
        title = "\n" * bool(number) + curve
        yield Table(of_curve, columns, title, paper=f"{curve}. {about}", texts=len(names) - 1)
    yield f"\n{about}"


def reach_table(evaluation: "Evaluation", rows: "pa.Table", target: float, baseline: str | None) -> Iterator[Table]:
    """One row per run: the rank at which its average curve reaches a value, and what that costs beside the baseline."""
    note = f"\nRanks at which the mean reaches {target:g}, {evaluation.coverage}; - where it does not."
    if baseline is not None:
        note += f"\n%: how many more documents than {one_line(baseline)} asks for."
    columns = {"curve": "metric", **same(" ".join(rows.column_names[1:]))}
    if "percent" in columns:
        columns |= {"percent": lambda row: "-" if row["percent"] is None else f"{row['percent']:+z.1f}%"}
    yield Table(rows.to_pylist(), columns, note=note, texts=2)
