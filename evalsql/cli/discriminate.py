"""`evalsql discriminate`: how well measures distinguish runs."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.options import (
    DEFAULT_MEASURES,
    FormatOption,
    Measures,
    OptionalQrels,
    RunsOrScores,
    StandardiseOption,
    choice_option,
    with_evaluation_options,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.show.tables import cell, print_columns
from evalsql.comparing import choices
from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.scoring.options import Options

    Method = str
else:
    Method = Literal[choices.names("discrimination")]

PLACE = 22  # in the help


@with_evaluation_options
@with_output("the rows", "discrimination")
@with_plot("levels", "log-levels", runs=False)
def discriminate(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Measures = None,
    method: Annotated[Method, typer.Option(help=choices.in_brief("discrimination"))] = "power",
    test: Annotated[
        list[str] | None,
        choice_option(
            "significance", "Significance test for power and levels; repeatable.  [default: bootstrap]", "TEST"
        ),
    ] = None,
    correction: Annotated[
        str, choice_option("corrections", "For power: for how many pairs there are, as in 'evalsql compare'.")
    ] = "holm",
    size: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many queries a subset has.  [default: half of them]")
    ] = None,
    trials: Annotated[int, typer.Option(metavar="N", help="How many times subsets are drawn.")] = 1000,
    resamples: Annotated[int, typer.Option(metavar="N", help="Number of resamples.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    standardise: StandardiseOption = False,
    *,
    options: "Options",
    output: Output | None = None,
    plot: Plot | None = None,
    format: FormatOption = "table",
) -> None:
    """Measure how well measures distinguish runs (discriminative power).

    Looks at every pair of runs. RUNS may be tables of scores that 'evalsql evaluate -o' wrote; then there are no
    judgments to name.

    \b
    Examples:
      evalsql discriminate 'runs/*.run' --qrels qrels.txt -m nDCG@10 -m AP -m RBP
      evalsql discriminate scores.parquet --test paired_t --test randomised_tukey
      evalsql discriminate scores.parquet --method levels -o levels.csv
      evalsql discriminate scores.parquet --method stability --size 30
      evalsql discriminate scores.parquet --method swaps --size 20
      evalsql discriminate scores.parquet --method levels --plot levels.svg
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.compare import decide
    from evalsql.comparing.discriminate import discriminate
    from evalsql.words import in_one_spelling

    decided: dict[str, Any] = {
        "test": [in_one_spelling(each) for each in test or ["bootstrap"]],
        "correction": correction,
        "resamples": resamples,
        "seed": seed,
    }
    decide(**decided)  # refused before anything else
    if plot is not None and method != "levels":
        raise InputError(f"--plot draws the p-values of --method levels, not of {method}")
    with progress() as tell:
        found = discriminate.answer(
            runs,
            qrels,
            measure or (DEFAULT_MEASURES if qrels is not None else ()),
            method=method,
            size=size,
            trials=trials,
            standardise=standardise,
            **decided,
            **options,
            progress=tell,
        )
    picture = None
    if plot is not None:
        from evalsql import charts

        rows = found.tables["discrimination"]
        picture = charts.significance_levels(rows, log=plot.picture == "log-levels", **plot.look)
    printers = {"table": lambda: print_discrimination(found.headed(), method)}
    deliver(found, output, format, printers, part="discrimination", what="scores")
    if plot is not None and picture is not None:
        plot.draw(picture)


def print_discrimination(found: "Answer", method: Method) -> None:
    """The rows, and below them how to read those of the method."""
    rows = found.tables["discrimination"]
    texts = [str(kind) == "string" for kind in rows.schema.types].index(False)
    print_columns(rows.column_names, [list(map(cell, row.values())) for row in rows.to_pylist()], texts)
    say(f"\n{choices.heads('discrimination')[method]['note']} Scores {found.about}.")
