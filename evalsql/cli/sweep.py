"""`evalsql sweep`: one measure over many values of a parameter."""

from typing import TYPE_CHECKING, Annotated

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.options import FormatOption, Qrels, Runs, one_measure_option, with_evaluation_options
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.show.tables import print_columns

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.scoring.options import Options

PLACE = 25  # in the help


@with_evaluation_options
@with_output("the rows", "sweep")
@with_plot("places", "scores")
def sweep(
    runs: Runs,
    qrels: Qrels,
    measure: Annotated[str, one_measure_option("RBP, Q, nDCG@10, 'alpha_nDCG(alpha=0.5)@20'")],
    over: Annotated[
        str,
        typer.Option(
            metavar="PARAMETER=VALUES",
            help="The parameter and its values: p=0.5,0.8,0.95, or with ranges of first, last and step: p=0.1:0.9:0.1.",
        ),
    ],
    *,
    options: "Options",
    output: Output | None = None,
    plot: Plot | None = None,
    format: FormatOption = "table",
) -> None:
    """Score runs by one measure over many values of a parameter.

    Prints one row per run and one column per value: the run's mean, and its position in brackets. Below, how alike the
    system rankings by each value and by the first are: Kendall's tau, and how many runs changed position.

    \b
    Examples:
      evalsql sweep 'runs/*.run' --qrels qrels.txt -m RBP --over p=0.5,0.8,0.95
      evalsql sweep 'runs/*.run' --qrels qrels.txt -m Q --over beta=0,0.1,1,10,100
      evalsql sweep 'runs/*.run' --qrels qrels.txt -m nDCG@10 --over gains=0-1-2-3,0-1-10-100,exp
      evalsql sweep 'runs/*.run' --qrels diversity.txt -m alpha_nDCG@20 --over alpha=0:1:0.1 --format csv
      evalsql sweep 'runs/*.run' --qrels qrels.txt -m RBP --over p=0.1:0.9:0.1 --plot places.svg
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.sweep import sweep

    with progress() as tell:
        found = sweep.answer(runs, qrels, measure, over, **options, progress=tell)
    parameter = over.partition("=")[0].strip()
    printers = {"table": lambda: print_sweep(measure, parameter, found)}
    picture = None
    if plot is not None:
        from evalsql import charts

        show = "scores" if plot.picture == "scores" else "places"
        picture = charts.sweep(found.tables["sweep"], parameter, show=show, named=plot.named, **plot.look)
    deliver(found, output, format, printers, part="sweep", what="means")
    if plot is not None and picture is not None:
        plot.draw(picture)


def print_sweep(measure: str, parameter: str, found: "Answer") -> None:
    """One row per run and one column per value of the parameter, and below how the orderings agree with the first."""
    rows = found.tables["sweep"].to_pylist()
    values = list(dict.fromkeys(row["value"] for row in rows))
    cells = {(row["run"], row["value"]): f"{row['mean']:z.4f} ({row['place']})" for row in rows}
    lines = [
        [run, *(cells.get((run, value), "-") for value in values)] for run in dict.fromkeys(row["run"] for row in rows)
    ]
    say(f"{measure} over {parameter}")
    print_columns(["run", *values], [*lines, *agreement(rows, values)], texts=1)
    say(
        f"\nMeans {found.about}; positions in brackets.\n"
        f"tau: Kendall's tau-b with the system ranking by {parameter}={values[0]}; changed position: how many runs."
    )


def agreement(rows: list[dict], values: list[str]) -> list[list[str]]:
    """The rows of tau and of how many runs moved."""
    taus = {row["value"]: "-" if row["tau"] is None else f"{row['tau']:z.4f}" for row in rows}
    moved = {value: sum(bool(row["moved"]) for row in rows if row["value"] == value) for value in values}
    return [
        ["tau", *(taus[value] for value in values)],
        ["changed position", *(str(moved[value]) for value in values)],
    ]
