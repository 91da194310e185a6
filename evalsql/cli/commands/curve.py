"""`evalsql curve`: measures as vectors, with a value for every rank."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.catalog.conventions import caption
from evalsql.cli.completion import complete_curve
from evalsql.cli.curve_pictures import PICTURES, picture_of, refuse_undrawn
from evalsql.cli.delivery import deliver
from evalsql.cli.old import (
    ABOUT_BY,
    FormatOption,
    Qrels,
    Runs,
    SlicesOption,
    refuse_by,
    with_evaluation_options,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.catalog.measure import Measure
    from evalsql.errors import Problem
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
    from evalsql.cli.show.curves import print_curves, print_reach, print_sightings, print_slices
    from evalsql.scoring.curves import slices_query
    from evalsql.scoring.evaluation import Evaluation
    from evalsql.scoring.slices import read_slices

    nuggets = nuggets_of(slices, by)
    refuse_together(nuggets, average=average, baseline=baseline, reach=reach)
    if slices is not None and reach is not None:
        raise InputError("--reach is over all queries, and --slices over those of each slice; leave one out")
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
        over = str(evaluation.coverage).partition(";")[0]
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


def nuggets_of(slices: str | None, by: list[str] | None) -> "Nuggets | None":
    """Which nuggets --by asks for; None where it names attributes, or is not there."""
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
