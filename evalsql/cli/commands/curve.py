"""`evalsql curve`: measures as vectors, with a value for every rank."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING, Any, Literal

from evalsql.catalog.conventions import caption
from evalsql.cli import options as o
from evalsql.cli.command import Drawing, Plot, Scoring, Shown, command
from evalsql.cli.tables import Table, by, same, slice_name, small_note
from evalsql.errors import InputError
from evalsql.words import one_line

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.catalog.measure import Measure
    from evalsql.scoring.evaluation import Evaluation

DEFAULT_CURVES = ("DCG", "nDCG")
DEFAULT_NUGGETS = ("alpha_G",)


@command(
    "Evaluate",
    writes=("the rows", "curves"),
    pictures=("curves", "bands"),
    without=("power",),
    needs=o.SLICED | dict.fromkeys(("ranks", *o.DECIDED), "test"),
    apart={
        "nuggets": ("per_query", "baseline", "reach", "slices", "test", "plot"),
        "reach": ("per_query", "slices", "test", "plot"),
        "test": ("per_query", "slices", "plot"),
        "per_query": ("baseline", "slices"),
        "ranks": ("depth",),
    },
)
def curve(
    runs: list[str],
    qrels: str,
    measure: list[str] | None = None,
    depth: int | None = None,
    per_query: bool = False,
    baseline: str | None = None,
    slices: str | None = None,
    by: list[str] | None = None,
    nuggets: Literal["subtopic", "document"] | None = None,
    reach: float | None = None,
    test: list[str] | None = None,
    ranks: str | None = None,
    *,
    decided: dict[str, Any],
    scoring: Scoring,
    plot: Plot | None,
) -> Shown:
    """Compute or draw a measure at every rank, or precision by recall."""
    from evalsql.answers import Answer
    from evalsql.render import statements
    from evalsql.scoring.curves import compared_with
    from evalsql.scoring.evaluation import Evaluation
    from evalsql.scoring.slices import read_slices

    region = region_of(ranks)
    wanted = measure or (DEFAULT_NUGGETS if nuggets else DEFAULT_CURVES)
    curves = wanted_curves(wanted, region[1] if region else depth, scoring["convention"])
    if test:
        tested: dict[str, Any] = {"test": test, "baseline": baseline, "ranks": region or "each"}
        return compared(runs, qrels, curves, **tested, **decided, **scoring)
    if plot is not None and plot.picture == "bands" and not any(curve.residual for curve in curves):
        raise InputError(f"--picture bands is of curves with a residual, such as RBP and RBP_by_p, not {curves[0]}")
    sliced = read_slices(slices, by or (), scoring)
    evaluation = Evaluation(runs, qrels, **scoring)
    averaged, doubts = not per_query, []

    def points_of(curves: "Sequence[Measure]") -> "pa.Table":
        if sliced is None:
            return evaluation.curve(curves, average=averaged, baseline=baseline).to_arrow_table()
        asked = evaluation.compute_curves(curves)
        select = statements.report("slices/curves", asked, **compared_with(evaluation.connection, baseline))
        return evaluation.connection.sql(select).to_arrow_table()

    if sliced is not None:
        evaluation.compute_curves(curves)
        doubts = sliced.put(evaluation.connection, "points")
        rows = points_of(curves)
        tables = slice_tables(evaluation, curves, rows, baseline)
    elif nuggets is not None:
        rows = evaluation.sightings(curves, nuggets).to_arrow_table()
        tables = nugget_tables(evaluation, rows)
    elif reach is not None:
        rows = evaluation.reach(curves, reach, baseline=baseline).to_arrow_table()
        tables = reach_table(evaluation, rows, reach, baseline)
    else:
        rows = points_of(curves)
        tables = curve_tables(evaluation, curves, rows, averaged, baseline)

    def picture(plot: Plot) -> Drawing:
        from evalsql.catalog.measure import with_residuals

        look = {"baseline": baseline, "about": str(evaluation.coverage).partition(";")[0]}
        if plot.picture == "bands":
            return "bands", [points_of(with_residuals([curve for curve in curves if curve.residual]))], look
        return "curves", [rows], look

    about = f"{evaluation.coverage}{caption(evaluation.convention)}"
    answer = Answer({"curves": rows}, [*evaluation.warnings, *doubts], about)
    return Shown(answer=answer, tables=tables, part="curves", what="curves", picture=picture)


def compared(runs: list[Any], qrels: str, curves: "list[Measure]", **how: Any) -> Shown:
    """Runs compared at each rank, or by their means over some ranks."""
    from evalsql.cli.printing import say_json
    from evalsql.cli.show.comparison import as_object, papers, rank_tables, tables
    from evalsql.comparing.compare import compare

    answer = compare.answer(runs, qrels, curves, **how)
    one_to_many, each = how["baseline"] is not None, how["ranks"] == "each"
    look = (answer, one_to_many)
    return Shown(
        answer=answer,
        tables=rank_tables(answer, o.DECIMALS) if each else tables(*look, o.DECIMALS, None),
        papers=None if each else papers(*look, False, o.DECIMALS, None),
        printers={"json": lambda: say_json(as_object(*look))},
        part="comparisons",
        what="means",
        file_rows={"curves": answer.tables["comparisons"]},
    )


def region_of(ranks: str | None) -> tuple[int, int] | None:
    """The first and the last of the ranks whose means are compared."""
    if ranks is None:
        return None
    first, _, last = ranks.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
        raise InputError(f"--ranks must be the first and the last rank, such as 5-10, not {ranks!r}")
    return int(first), int(last)


def wanted_curves(texts: Iterable[str], depth: int | None, convention: str | None) -> "list[Measure]":
    """The curves of these texts, with depth as the last rank of those whose text does not say one."""
    from evalsql.catalog.measure import as_measures, listed, make_measure

    pieces = [piece for text in texts for piece in listed(text)]
    said = [(text, each) for text in pieces for each in as_measures([text], "curves", convention)]
    if depth is None:
        return as_measures([each for _, each in said], "curves")
    wanted = []
    for text, each in said:
        if not each.metric.cutoff:
            raise InputError(f"{each} is a curve over {each.metric.over}, which has no last rank; leave out --depth")
        values = each.values if "@" in text[1:] else {**each.values, each.metric.cutoff: depth}
        made = make_measure(f"{each.metric.name}@{depth}", each.metric, values)
        wanted.append(replace(made, judged_only=each.judged_only))
    return as_measures(wanted, "curves")


def curve_tables(
    evaluation: "Evaluation", curves: "Sequence[Measure]", rows: "pa.Table", averaged: bool, baseline: str | None
) -> Iterator[Table | str]:
    """A table for each curve; of averages also the ideal, and the rank after which it is flat."""
    from evalsql.catalog.headings import headings

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
    from evalsql.catalog.headings import headings

    keys = list(zip(*(rows[name].to_pylist() for name in ("attribute", "slice", "metric", "queries")), strict=True))
    over, short = str(curves[0].metric.over), headings(curves, evaluation.convention)
    small = f" {small_note()}" if any(rows["small"].to_pylist()) else ""
    about = f"Means {evaluation.coverage}, of each slice; in parentheses: the number of queries.{small}"
    about += f"{conventions(evaluation, curves)}{compared_with(baseline)}"
    for key in dict.fromkeys(keys):
        attribute, slice, metric, queries = key
        heading = f"{short[metric]}, {attribute}: {slice_name(slice, queries)}"
        part = rows.filter([each == key for each in keys])
        yield point_table(part, over, {}, heading, about)
        yield ""
    yield about


def conventions(evaluation: "Evaluation", curves: "Sequence[Measure]") -> str:
    """The conventions, for a caption."""
    from evalsql.catalog.headings import left_out

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
