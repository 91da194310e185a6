"""Options of `evaluate` for many collections at once, and what the command does with these."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.cli.old import DECIMALS
from evalsql.errors import InputError
from evalsql.words import either

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.charts.save import Picture
    from evalsql.cli.outputs import Output
    from evalsql.cli.plots import Plot

OF_SUITES = ("suite", "critical_difference")  # pictures
PANEL = "Suites"  # the heading in the help


def suite_option(*names: str) -> Any:
    """The option for a suite."""

    def in_place_of_runs(context: typer.Context, suite: str | None) -> str | None:
        """The suite; where there is one, neither runs nor judgments are asked for."""
        for each in context.command.params:
            if each.name in names:
                each.required = suite is None
        return suite

    return typer.Option(
        "--suite",
        metavar="SUITE",
        is_eager=True,
        callback=in_place_of_runs,
        help="Many collections, in place of RUNS and --qrels: a file of TOML, or a folder of NAME/qrels.* and "
        "NAME/runs/.",
        rich_help_panel=PANEL,
    )


SuiteOption = Annotated[str | None, suite_option("runs", "qrels")]
SuiteForRuns = Annotated[str | None, suite_option("runs")]  # where judgments are no must
ByDataset = Annotated[
    bool,
    typer.Option(
        "--by-dataset",
        help="RUNS and judgments are of many collections, and have a column dataset.",
        rich_help_panel=PANEL,
    ),
]
Split = Annotated[
    str | None,
    typer.Option(
        "--split",
        metavar="NAME",
        help="Whose judgments to read of each collection of a suite, as in qrels/NAME.tsv.  [default: test]",
        rich_help_panel=PANEL,
    ),
]
Outside = Annotated[
    bool,
    typer.Option(
        "--outside",
        help="Let the file of a suite name what lies outside of its folder and of the working directory.",
        rich_help_panel=PANEL,
    ),
]


def refuse_of_suites(split: str | None, outside: bool) -> None:
    """Refuses options of suites if no suite is read."""
    if split is not None or outside:
        raise InputError(f"--{'outside' if split is None else 'split'} is for suites; give --suite, or leave it out")


def evaluate_suite(
    suite: str | None,
    runs: "Sequence[Any]",
    qrels: str,
    measures: Sequence[str],
    *,
    split: str | None,
    outside: bool,
    given: Mapping[str, Any],
    output: "Output | None",
    plot: "Plot | None",
    format: str,
    per_query: bool,
    top: int | None,
    decimals: int | None,
    alone: Mapping[str, object],
) -> None:
    """Evaluates many collections, and prints how runs stand over all of them."""
    from evalsql.cli.delivery import deliver
    from evalsql.cli.progress import progress
    from evalsql.comparing.suite import suite as many

    for name, value in alone.items():
        if value:
            raise InputError(f"--{name} is for one collection, not for a suite")
    if suite is not None and (runs or qrels):
        raise InputError("--suite says where runs and judgments are; leave out RUNS and --qrels, or say --by-dataset")
    if format not in ("table", "csv", "json"):
        raise InputError(f"--format {format} is for one collection; a suite is printed as table, csv or json")
    if format != "table" and (top is not None or decimals is not None):
        raise InputError(f"--{'top' if top is not None else 'decimals'} is for --format table, not for {format}")
    if plot is not None and plot.picture not in (None, *OF_SUITES):
        raise InputError(f"--picture {plot.picture} is for one collection; of a suite there are {either(OF_SUITES)}")
    of: dict[str, Any] = {"datasets": suite} if suite is not None else {"runs": list(runs), "qrels": qrels}
    with progress() as tell:
        found = many.answer(**of, measures=list(measures), split=split, outside=outside, progress=tell, **given)
    digits = DECIMALS if decimals is None else decimals

    def print_table() -> None:
        from evalsql.cli.show.suites import print_boards, print_scores

        if per_query:
            print_scores(found, digits)
        print_boards(found, digits, top)

    printers: dict[str, Callable[[], None]] = {"table": print_table}
    part = "scores" if per_query and format == "csv" else None
    picture = picture_of(found, plot) if plot is not None else None
    deliver(found, output, format, printers, part=part, written={"scores": found.tables["scores"]})
    if plot is not None and picture is not None:
        plot.draw(picture)


def picture_of(found: "Answer", plot: "Plot") -> "Picture":
    """The picture of a suite's first board: how runs stand, or the diagram of their mean ranks over collections."""
    from evalsql import charts

    if plot.picture != "critical_difference":
        return charts.suite(found.tables, named=plot.named, **plot.look)
    from evalsql.charts.data import over_collections

    means, alpha = over_collections(found.tables, found.measures[0])
    return charts.critical_difference(means, alpha=alpha, over="collection", named=plot.named, **plot.look)
