"""`evalsql compare`: whether runs differ, by significance tests."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.notices import say_idle
from evalsql.cli.old import (
    ABOUT_BY,
    ADVANCED,
    DECIMALS,
    DEFAULT_COMPARED,
    OF_SCORES,
    DecimalsOption,
    OptionalQrels,
    RunsOrScores,
    SlicesOption,
    StandardiseOption,
    TopOption,
    choice_option,
    measure_option,
    refuse_by,
    refuse_of_tables,
    with_evaluation_options,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.comparing import choices
from evalsql.errors import InputError
from evalsql.words import either, in_one_spelling

if TYPE_CHECKING:
    from evalsql.catalog.measure import Measure
    from evalsql.charts.save import Picture
    from evalsql.comparing.compare import Comparison
    from evalsql.scoring.options import Options

PLACE = 21  # in the help
DEFAULT_CURVES = ("nDCG",)
PICTURES = ("differences", "forest", "scatter", "significance", "critical_difference", "slices")
Format = Literal["table", "csv", "json", "markdown", "latex"]


def complete_test(incomplete: str) -> list[tuple[str, str]]:
    """Names of tests that begin so."""
    known = choices.names("significance")
    return [(name, choices.title("significance", name)) for name in known if name.startswith(incomplete)]


@with_evaluation_options
@with_output("all there is to say of each pair", "comparisons")
@with_plot(*PICTURES, usual="differences of two runs, forest of more")
def compare(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Annotated[list[str] | None, measure_option(", ".join(DEFAULT_COMPARED) + OF_SCORES)] = None,
    baseline: Annotated[
        list[str] | None,
        typer.Option(metavar="RUN", help="Compare every other run with this one, not all with all; repeatable."),
    ] = None,
    best: Annotated[bool, typer.Option("--best", help="Compare the best run of each measure with the others.")] = False,
    test: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEST",
            autocompletion=complete_test,
            help=f"Significance test; repeatable: {', '.join(choices.names('significance'))}.  [default: paired_t]",
        ),
    ] = None,
    correction: Annotated[
        str, choice_option("corrections", f"For many pairs: {either(choices.names('corrections'))}.")
    ] = "holm",
    interval: Annotated[
        str, choice_option("intervals", f"Of each difference: {either(choices.names('intervals'))}.")
    ] = "student",
    alpha: Annotated[float, typer.Option(help="Significance level; the confidence level is 1 - alpha.")] = 0.05,
    power: Annotated[
        float, typer.Option(help="Target power for queries_needed and detectable.", rich_help_panel=ADVANCED)
    ] = 0.8,
    resamples: Annotated[
        int, typer.Option(metavar="N", help="Number of resamples.", rich_help_panel=ADVANCED)
    ] = 10_000,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.", rich_help_panel=ADVANCED)] = 0,
    slices: SlicesOption = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="rank|ATTRIBUTES",
            help=f"rank: compare curves, such as nDCG or RBP, at each rank; -m names them. {ABOUT_BY}",
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The last rank of curves.  [default: 20]")
    ] = None,
    ranks: Annotated[
        str | None, typer.Option(metavar="A-B", help="Compare the means of curves over these ranks, such as 5-10.")
    ] = None,
    standardise: StandardiseOption = False,
    decimals: DecimalsOption = None,
    top: TopOption = None,
    letters: Annotated[
        bool, typer.Option("--letters", help="In markdown and latex: mark a run with the letters of those it beats.")
    ] = False,
    *,
    options: "Options",
    output: Output | None = None,
    plot: Plot | None = None,
    format: Annotated[Format, typer.Option(help="How to print. markdown and latex are tables for a paper.")] = "table",
) -> None:
    """Test whether runs differ.

    Compares every run with every other, or with a baseline, on the queries that both have a value for. Prints the
    runs, best first, with letters (runs that share one do not differ), and the pairs. RUNS may be tables of scores
    that 'evalsql evaluate -o' wrote; then there are no judgments to name.

    \b
    Examples:
      evalsql compare bm25.run dense.run --qrels qrels.txt -m nDCG@10
      evalsql compare 'runs/*.run' --qrels qrels.txt -m nDCG@10 -m AP --baseline bm25
      evalsql compare 'runs/*.run' --qrels qrels.txt --baseline bm25 --baseline dense --format latex
      evalsql compare scores.parquet --test randomisation --test bootstrap --correction benjamini_hochberg
      evalsql compare 'runs/*.run' --qrels qrels.txt --test tukey --interval tukey --format latex
      evalsql compare bm25.run dense.run --qrels qrels.txt -m nDCG --by rank --depth 10
      evalsql compare bm25.run dense.run --qrels qrels.txt -m nDCG --ranks 5-10
      evalsql compare 'runs/*.run' --qrels qrels.txt --baseline bm25 --slices queries.parquet --by language
      evalsql compare 'runs/*.run' --qrels qrels.txt -m AP --plot ranks.pdf --picture critical_difference --width 84mm
      evalsql compare 'runs/*.run' --qrels qrels.txt --baseline bm25 --plot forest.svg
    """
    from evalsql.cli.progress import progress
    from evalsql.cli.show import comparisons
    from evalsql.comparing.compare import compare, decide

    refuse_of_tables(format, ("table", "markdown", "latex"), decimals=decimals, top=top)
    refuse_of_tables(format, ("markdown", "latex"), letters=letters or None)
    if letters and top is not None:
        raise InputError("--letters says of each run which of all the others it beats; it does not go with --top")
    decided: dict[str, Any] = {
        "test": [in_one_spelling(each) for each in test or ["paired_t"]],
        "correction": correction,
        "interval": interval,
        "alpha": alpha,
        "power": power,
        "resamples": resamples,
        "seed": seed,
    }
    decide(**decided)  # refused before anything else
    if format not in ("csv", "json") and output is None:
        say_idle("queries_needed and detectable are in CSV, JSON and files", power=power != 0.8)
    at_ranks = slices is None and by == ["rank"]
    if not at_ranks:
        refuse_by(slices, by)
    elif format == "table":
        say_idle("--by rank prints a row for each rank", top=top)
    if plot is not None and plot.picture == "slices" and (slices is None or not baseline):
        raise InputError("--picture slices shows how runs differ from a --baseline on each kind of query of --slices")
    if at_ranks and plot is not None:
        raise InputError("--plot draws no comparisons at ranks; evalsql curve --plot draws curves")
    curves, region = curves_of(measure, at_ranks, depth, ranks, qrels, options.get("convention"))
    with progress() as tell:
        found = compare.answer(
            runs,
            qrels,
            curves or measure or (DEFAULT_COMPARED if qrels is not None else ()),
            ranks=(region or "each") if curves else None,
            baseline=baseline or None,
            best=best,
            standardise=standardise,
            slices=slices,
            by=() if at_ranks else by or (),
            progress=tell,
            **decided,
            **options,
        )
    picture = picture_of(found, plot, by_test=bool(test), every=not (baseline or best)) if plot is not None else None
    look = comparisons.Look(
        one_to_many=bool(baseline) or best,
        letters=letters,
        decimals=DECIMALS if decimals is None else decimals,
        top=top,
    )
    printers = {name: partial(print_in, found, look) for name, print_in in comparisons.PRINTERS.items()}
    if curves and region is None:
        printers["table"] = partial(comparisons.print_ranks, found, look)
    deliver(found, output, format, printers, part="comparisons", what="means")
    if plot is not None and picture is not None:
        plot.draw(picture)


def picture_of(found: "Comparison", plot: Plot, *, by_test: bool, every: bool) -> "Picture":
    """The picture of a comparison that was asked for, or the usual one."""
    from evalsql import charts

    name = plot.picture or ("differences" if len(found.scores.runs()) == 2 else "forest")
    rows, look = found.tables["comparisons"], plot.look
    if name in ("differences", "scatter"):
        return getattr(charts, name)(found.scores, *two_of(found, plot.named), **look)
    if name == "critical_difference":
        told = rows if by_test and every else None
        return charts.critical_difference(
            found.scores, comparisons=told, alpha=found.decided.alpha, named=plot.named, **look
        )
    plot.refuse_highlight(name)
    if name == "slices":
        return charts.slice_differences(rows, found.baselines[0], **look)
    return getattr(charts, name)(rows, alpha=found.decided.alpha, **look)


def two_of(found: "Comparison", named: Sequence[str]) -> tuple[str, str]:
    """The two runs that a picture is of, the baseline last: those that are named, or there are, as in the table."""
    baselines = [*found.baselines[:1]]
    chosen = [*(run for run in named if run not in baselines), *baselines]
    if len(chosen) < 2:
        chosen = [*(run for run in found.scores.runs() if run not in baselines), *baselines]
    if len(chosen) != 2:
        raise InputError(
            f"the picture is of two runs, and there are {len(chosen)}; name them with --highlight, or one of them and"
            " --baseline"
        )
    if not baselines and len(named) < 2:  # the table says which one is compared with the other
        chosen = next(([row["run"], row["other"]] for row in found.tables["comparisons"].to_pylist()), chosen)
    return chosen[0], chosen[1]


def curves_of(
    texts: list[str] | None,
    by: bool,
    depth: int | None,
    ranks: str | None,
    qrels: str | None,
    convention: str | None,
) -> "tuple[list[Measure], tuple[int, int] | None]":
    """The curves to compare and the region of ranks, or none where measures are compared."""
    from evalsql.cli.commands.curve import wanted_curves

    if not by and ranks is None:
        if depth is not None:
            raise InputError("--depth is the last rank of curves; it goes with --by rank")
        return [], None
    if qrels is None:
        raise InputError("curves are made of runs and judgments; name those with --qrels")
    region = None
    if ranks is not None:
        first, _, last = ranks.partition("-")
        if by or depth is not None:
            raise InputError("--ranks says which ranks; it does not go with --by rank or --depth")
        if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
            raise InputError(f"--ranks must be the first and the last rank, such as 5-10, not {ranks!r}")
        region = int(first), int(last)
    for text in texts or DEFAULT_CURVES:
        if "@" in text[1:]:  # the first is of a file
            raise InputError(f"{text}: the last rank of a curve is said by --depth or --ranks here")
    return wanted_curves(texts or DEFAULT_CURVES, region[1] if region else depth or 20, convention), region
