"""`evalsql curve`: measures as vectors, with a value for every rank."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from evalsql.catalog.conventions import caption
from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.cli.completion import complete_curve
from evalsql.cli.plots import Plot
from evalsql.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.catalog.measure import Measure
    from evalsql.charts.save import Picture

DEFAULT_CURVES = ("DCG", "nDCG")
DEFAULT_NUGGETS = ("alpha_G",)
OF_TESTS = ("ranks", "correction", "interval", "alpha", "resamples", "seed")


@command(
    "Evaluate",
    writes=("the rows", "curves"),
    pictures=("curves", "bands"),
    needs=o.SLICED | dict.fromkeys(OF_TESTS, "test"),
    apart={
        "nuggets": ("average", "baseline", "reach", "slices", "test", "plot"),
        "reach": ("slices", "test", "plot"),
        "test": ("slices", "plot"),
        "ranks": ("depth",),
    },
)
def curve(
    runs: o.Runs,
    qrels: o.Qrels,
    measure: Annotated[
        list[str] | None,
        o.option(
            "Curve; repeatable: DCG, \"nDCG(discount='jk')\", 'RBP(p=0.8)', IPrec. 'evalsql metrics' lists them. "
            f"[default: {', '.join(DEFAULT_CURVES)}]",
            "CURVE",
            *("--measure", "-m"),
            autocompletion=complete_curve,
        ),
    ] = None,
    depth: Annotated[int | None, o.option("The last rank.  [default: 100]", "N", min=1)] = None,
    average: Annotated[bool, o.flag("--average", "Average over all queries, and show the ideal.")] = False,
    baseline: Annotated[
        str | None, o.option("The run that the averages of all others are compared with.", "RUN")
    ] = None,
    slices: o.Slices = None,
    by: o.By = None,
    nuggets: Annotated[
        Literal["subtopic", "document"] | None,
        o.option(
            "Print the nuggets behind alpha gains instead of the curves: at which rank each was met, and whether it "
            "was new. subtopic: one row per nugget. document: one row per document.",
        ),
    ] = None,
    reach: Annotated[
        float | None, o.option("Print the rank at which each average reaches X instead of the curves.", "X")
    ] = None,
    test: Annotated[
        list[str] | None,
        o.choice_option(
            "significance", "Compare runs at each rank by this test, as 'evalsql compare' does; repeatable.", "TEST"
        ),
    ] = None,
    ranks: Annotated[
        str | None, o.option("Compare the means over these ranks, such as 5-10, instead of each rank.", "A-B")
    ] = None,
    correction: o.Correction = "holm",
    interval: o.Interval = "student",
    alpha: o.Alpha = 0.05,
    resamples: o.Resamples = 10_000,
    seed: o.Seed = 0,
    *,
    scoring: Scoring,
    plot: Plot | None,
) -> Shown:
    """Compute a measure at every rank.

    Prints one row per rank and one column per run, of each query, or of all of them with --average. Then the ideal
    stands beside the runs, and below is the rank after which it is flat. Some curves are over recall or p, not ranks.
    CSV, JSON and files of averages have more: normalised, the mean over the mean ideal, and distance, what is missing.
    --test compares runs at each rank, or by their means over --ranks.

    \b
    Examples:
      evalsql curve bm25.run dense.run --qrels qrels.txt -m DCG --depth 20 --average
      evalsql curve 'runs/*.parquet' --qrels qrels.parquet -m IPrec --average --baseline bm25
      evalsql curve 'runs/*.run' --qrels qrels.txt -m "CG(gains='0-1-10-100')" --reach 50 --baseline bm25
      evalsql curve bm25.run --qrels qrels.txt -m RBP -m RBP_residual --depth 50 -o bounds.parquet
      evalsql curve bm25.run --qrels diversity.txt -m 'alpha_nDCG(alpha=0.8)' --depth 20 --average
      evalsql curve bm25.run --qrels diversity.txt --nuggets subtopic --depth 10
      evalsql curve bm25.run dense.run --qrels qrels.txt -m nDCG --test paired_t --depth 10
      evalsql curve bm25.run dense.run --qrels qrels.txt -m nDCG --test wilcoxon --ranks 5-10
      evalsql curve bm25.run --qrels qrels.txt -m RBP --average --plot bands.svg --picture bands
      evalsql curve 'runs/*.run' --qrels qrels.txt --slices queries.parquet --by language --depth 10
    """
    from evalsql.answers import Answer
    from evalsql.cli.show.curves import curve_tables, nugget_tables, reach_table, slice_tables
    from evalsql.scoring.curves import slices_query
    from evalsql.scoring.evaluation import Evaluation
    from evalsql.scoring.slices import read_slices

    region = region_of(ranks)
    wanted = measure or (DEFAULT_NUGGETS if nuggets else DEFAULT_CURVES)
    curves = wanted_curves(wanted, region[1] if region else depth, scoring["convention"])
    if test:
        tested: dict[str, Any] = {"test": test, "correction": correction, "interval": interval, "alpha": alpha}
        tested |= {"resamples": resamples, "seed": seed, "baseline": baseline, "ranks": region or "each"}
        return compared(runs, qrels, curves, **tested, **scoring)
    if plot is not None and plot.picture == "bands" and not any(curve.residual for curve in curves):
        raise InputError(f"--picture bands is of curves with a residual, such as RBP and RBP_by_p, not {curves[0]}")
    sliced = read_slices(slices, by or (), scoring)
    evaluation = Evaluation(runs, qrels, **scoring)
    averaged, doubts = average or baseline is not None, []

    def points_of(curves: "Sequence[Measure]") -> "pa.Table":
        if sliced is None:
            return evaluation.curve(curves, average=averaged, baseline=baseline).to_arrow_table()
        asked = evaluation.compute_curves(curves)
        return evaluation.connection.sql(slices_query(evaluation.connection, asked, baseline)).to_arrow_table()

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

    def picture(plot: Plot) -> "Picture":
        from evalsql import charts
        from evalsql.catalog.measure import with_residuals

        about = str(evaluation.coverage).partition(";")[0]
        look = {"named": plot.named, "baseline": baseline, "about": about, **plot.look}
        if plot.picture == "bands":
            return charts.bands(points_of(with_residuals([curve for curve in curves if curve.residual])), **look)
        return charts.curves(rows, **look)

    about = f"{evaluation.coverage}{caption(evaluation.convention)}"
    answer = Answer({"curves": rows}, [*evaluation.warnings, *doubts], about)
    return Shown(answer=answer, tables=tables, part="curves", what="curves", picture=picture)


def compared(runs: list[Any], qrels: str, curves: "list[Measure]", **how: Any) -> Shown:
    """Runs compared at each rank, or by their means over some ranks."""
    from evalsql.cli.layout import say_json
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
