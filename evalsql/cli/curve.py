"""`evalsql curve`: measures as vectors, with a value for every rank."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.catalog.conventions import caption
from evalsql.cli.completion import complete_curve
from evalsql.cli.curve_pictures import PICTURES, picture_of, refuse_undrawn
from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.options import FormatOption, Qrels, Runs, with_evaluation_options
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.show.asked import ChartOption
from evalsql.cli.show.tables import print_columns
from evalsql.cli.slices import ABOUT_BY, SlicesOption, refuse_by
from evalsql.errors import InputError
from evalsql.words import one_line

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.catalog.measure import Measure
    from evalsql.errors import Problem
    from evalsql.scoring.evaluation import Evaluation
    from evalsql.scoring.options import Options

PLACE = 12  # in the help
Nuggets = Literal["subtopic", "document"]
NUGGETS: tuple[Nuggets, ...] = ("subtopic", "document")
DEFAULT_CURVES = ("DCG", "nDCG")
DEFAULT_NUGGETS = ("alpha_G",)


@with_evaluation_options
@with_output("the rows", "curves")
@with_plot(*PICTURES)
def curve(
    runs: Runs,
    qrels: Qrels,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure",
            "-m",
            metavar="CURVE",
            autocompletion=complete_curve,
            help="Curve; repeatable: DCG, \"nDCG(discount='jk')\", 'RBP(p=0.8)', IPrec. "
            f"'evalsql metrics' lists them. [default: {', '.join(DEFAULT_CURVES)}]",
        ),
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, metavar="N", help="The last rank.  [default: 100]")] = None,
    average: Annotated[bool, typer.Option("--average", help="Average over all queries, and show the ideal.")] = False,
    baseline: Annotated[
        str | None, typer.Option(metavar="RUN", help="The run that the averages of all others are compared with.")
    ] = None,
    slices: SlicesOption = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="subtopic|document|ATTRIBUTES",
            help="subtopic, document: print the nuggets behind alpha gains instead of the curves: at which rank each "
            f"was met, and whether it was new. One row per nugget, or one row per document. {ABOUT_BY}",
        ),
    ] = None,
    reach: Annotated[
        float | None,
        typer.Option(metavar="X", help="Print the rank at which each average reaches X instead of the curves."),
    ] = None,
    *,
    options: "Options",
    output: Output | None = None,
    plot: Plot | None = None,
    format: FormatOption = "table",
    chart: ChartOption = False,
) -> None:
    """Compute a measure at every rank.

    Prints one row per rank and one column per run, of each query, or of all of them with --average. Then the ideal
    stands beside the runs, and below is the rank after which it is flat. Some curves are over recall or p, not ranks.
    CSV, JSON and files of averages have more: normalised, the mean over the mean ideal, and distance, what is missing.

    \b
    Examples:
      evalsql curve bm25.run dense.run --qrels qrels.txt -m DCG --depth 20 --average
      evalsql curve 'runs/*.parquet' --qrels qrels.parquet -m IPrec --average --baseline bm25
      evalsql curve 'runs/*.run' --qrels qrels.txt -m "CG(gains='0-1-10-100')" --reach 50 --baseline bm25
      evalsql curve bm25.run --qrels qrels.txt -m RBP -m RBP_residual --depth 50 -o bounds.parquet
      evalsql curve bm25.run --qrels diversity.txt -m 'alpha_nDCG(alpha=0.8)' --depth 20 --average
      evalsql curve bm25.run --qrels diversity.txt --by subtopic --depth 10
      evalsql curve bm25.run --qrels qrels.txt -m RBP --average --plot bands.svg --picture bands
      evalsql curve 'runs/*.run' --qrels qrels.txt --slices queries.parquet --by language --depth 10
    """
    from evalsql.answers import Answer
    from evalsql.cli.progress import progress
    from evalsql.cli.show import text_charts
    from evalsql.scoring.curves import slices_query
    from evalsql.scoring.evaluation import Evaluation
    from evalsql.scoring.slices import read_slices

    nuggets = nuggets_of(slices, by)
    refuse_together(nuggets, average=average, baseline=baseline, reach=reach)
    if slices is not None and reach is not None:
        raise InputError("--reach is over all queries, and --slices over those of each slice; leave one out")
    text_charts.refuse_beside(chart, format, {"--slices": slices, "--by": nuggets, "--reach": reach})
    wanted = measure or (DEFAULT_NUGGETS if nuggets else DEFAULT_CURVES)
    curves = wanted_curves(wanted, depth, options.get("convention"))
    refuse_undrawn(plot, curves, reach=reach, by=nuggets)
    doubts: list[Problem] = []
    with progress() as tell:
        attributes = () if nuggets else by or ()
        sliced = read_slices(slices, attributes, settings=options.get("settings"), columns=options.get("columns"))
        evaluation = Evaluation(
            runs,
            qrels,
            **options,
            progress=tell,
        )
        averaged = average or baseline is not None

        def points_of(curves: "Sequence[Measure]") -> "pa.Table":
            if sliced is None:
                return evaluation.curve(curves, average=averaged, baseline=baseline).to_arrow_table()
            asked = evaluation.compute_curves(curves)
            return evaluation.connection.sql(slices_query(evaluation.connection, asked, baseline)).to_arrow_table()

        if sliced is not None:
            evaluation.compute_curves(curves)
            doubts = sliced.put(evaluation.connection, "points")
        if nuggets is not None:
            rows = evaluation.sightings(curves, nuggets).to_arrow_table()
        elif reach is not None:
            rows = evaluation.reach(curves, reach, baseline=baseline).to_arrow_table()
        else:
            rows = points_of(curves)
        over = str(evaluation.coverage)
        picture = picture_of(plot, curves, rows, points_of, baseline=baseline, about=over) if plot else None

    def print_rows() -> None:
        if sliced is not None:
            print_slices(evaluation, curves, rows, baseline)
        elif nuggets is not None:
            print_sightings(evaluation, rows)
        elif reach is not None:
            print_reach(evaluation, rows, reach, baseline)
        else:
            print_curves(evaluation, curves, rows, averaged, baseline)
        if chart:
            text_charts.print_curves(evaluation, curves, baseline)

    about = f"{evaluation.coverage}{caption(evaluation.convention)}"
    found = Answer({"curves": rows}, [*evaluation.warnings, *doubts], about)
    deliver(found, output, format, {"table": print_rows}, part="curves", what="curves")
    if plot is not None and picture is not None:
        plot.draw(picture)


def wanted_curves(texts: Iterable[str], depth: int | None, convention: str | None) -> "list[Measure]":
    """The curves that were asked for, with depth as the last rank of those whose text does not say one."""
    from evalsql.catalog.measure import as_measures, listed, make_measure
    from evalsql.errors import InputError

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
    of_curve = rows["metric"].to_pylist()
    for number, curve in enumerate(curves):
        part = rows.filter([each == str(curve) for each in of_curve])
        if number:
            typer.echo()
        say(str(curve))
        # of a curve that is a share of the ideal, that is 1
        ideal = shared_ideal(part, over) if averaged and curve.metric.range[1] > 1 else {}
        print_points(part, over, ideal)
        if ideal and stopping.get(str(curve)):
            say(f"The ideal is flat from rank {stopping[str(curve)]} on.")
    say(f"\n{'Means ' if averaged else 'Curves '}{evaluation.coverage}.{caption(evaluation.convention)}")
    if baseline is not None:
        say(f"+ and -: the difference from {baseline}.")


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
    from evalsql.cli.show.slices import SMALL_NOTE, named

    keys = list(zip(*(rows[name].to_pylist() for name in ("attribute", "slice", "metric", "queries")), strict=True))
    over = str(curves[0].metric.over)
    for attribute, slice, metric, queries in dict.fromkeys(keys):
        part = rows.filter([key == (attribute, slice, metric, queries) for key in keys])
        say(one_line(f"{metric}, {attribute}: {named(slice, queries)}"))
        print_points(part, over, {})
        typer.echo()
    small = f" {SMALL_NOTE}" if any(rows["small"].to_pylist()) else ""
    say(f"Means {evaluation.coverage}, of each slice; in brackets: how many queries.{small}")
    if baseline is not None:
        say(f"+ and -: the difference from {baseline}.")


def nuggets_of(slices: str | None, by: list[str] | None) -> "Nuggets | None":
    """Which nuggets --by asks for; None where it names attributes, or is not there.

    Raises:
        InputError: it names attributes, and there is no table that has them.
    """
    if slices is not None or not by:
        return None
    for each in NUGGETS:
        if by == [each]:
            return each
    refuse_by(slices, by)
    return None


def refuse_together(by: "Nuggets | None", **others: bool | float | str | None) -> None:
    """Refuses --by beside what is about all queries."""
    from evalsql.errors import InputError

    for name, value in others.items():
        if by is not None and value not in (None, False):
            raise InputError(f"--by {by} shows each query, and --{name} does not; leave one out")


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
        say(f"%: how many more documents than {baseline} asks for.")


def cell(value: float, difference: float | None) -> str:
    """A value, and its difference from the baseline's where there is one."""
    return f"{value:z.4f}" if difference is None else f"{value:z.4f} {difference:+z.4f}"
