"""`evalsql discriminate`: how well measures tell runs apart."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.options import (
    DEFAULT_MEASURES,
    FormatOption,
    Measures,
    OptionalQrels,
    RunsOrScores,
    StandardiseOption,
    output_option,
    with_evaluation_options,
)
from evalsql.cli.show.tables import cell, print_columns

if TYPE_CHECKING:
    import duckdb

    from evalsql.scoring.options import Options

PLACE = 22  # in the help
Method = Literal["power", "levels", "stability", "swaps"]


@with_evaluation_options
def discriminate(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Measures = None,
    method: Annotated[
        Method,
        typer.Option(
            help="power: what share of the pairs of runs a test tells apart. levels: the p-values behind that, the "
            "highest first. stability: how often subsets of the queries disagree about two runs. swaps: from which "
            "difference on two subsets agree."
        ),
    ] = "power",
    test: Annotated[
        list[str] | None,
        typer.Option(metavar="TEST", help="For power and levels, once for each test.  [default: bootstrap]"),
    ] = None,
    correction: Annotated[
        str, typer.Option(metavar="NAME", help="For power: for how many pairs there are, as in 'evalsql compare'.")
    ] = "holm",
    size: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many queries a subset has.  [default: half of them]")
    ] = None,
    trials: Annotated[int, typer.Option(metavar="N", help="How many times subsets are drawn.")] = 1000,
    resamples: Annotated[int, typer.Option(metavar="N", help="How often to draw, where a test draws.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", help="Where the draws begin.")] = 0,
    standardise: StandardiseOption = False,
    *,
    options: "Options",
    output: Annotated[Path | None, output_option("the rows", "table discrimination")] = None,
    format: FormatOption = "table",
) -> None:
    """Measure how well measures tell runs apart.

    Looks at every pair of runs. RUNS may be tables of scores that 'evalsql evaluate -o' wrote; then there are no
    judgments to name.

    \b
    Examples:
      evalsql discriminate 'runs/*.run' --qrels qrels.txt -m nDCG@10 -m AP -m RBP
      evalsql discriminate scores.parquet --test paired_t --test randomised_tukey
      evalsql discriminate scores.parquet --method levels -o levels.csv
      evalsql discriminate scores.parquet --method stability --size 30
      evalsql discriminate scores.parquet --method swaps --size 20
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.compare import decide
    from evalsql.comparing.discriminate import told_apart
    from evalsql.comparing.scores import scored
    from evalsql.comparing.standardise import standardised
    from evalsql.words import in_one_spelling

    tests = [in_one_spelling(each) for each in test or ["bootstrap"]]
    decided = decide(tests, correction, resamples=resamples, seed=seed)
    with progress() as tell:
        found = scored(
            runs,
            qrels,
            measure or (DEFAULT_MEASURES if qrels is not None else ()),
            **options,
            progress=tell,
        )
        tell("comparing", 1.0)
        if standardise:
            found = standardised(found)
        select = told_apart(found, method, decided, size, trials)
    rows = found.connection.sql(select)
    deliver(
        {"discrimination": rows},
        output,
        format,
        {"table": lambda: print_discrimination(rows, method, found.about)},
        about=f"scores {found.about}",
        problems=found.warnings,
    )


def print_discrimination(rows: "duckdb.DuckDBPyRelation", method: Method, about: str) -> None:
    """The rows, and below them how to read those of the method."""
    texts = {"power": 2, "levels": 2}.get(method, 1)
    print_columns(rows.columns, [[cell(value) for value in row] for row in rows.fetchall()], texts)
    typer.echo(f"\n{NOTES[method]} Scores {about}.")


NOTES: dict[Method, str] = {
    "power": "at: share of the pairs of runs with a p-value below .05, .01. needed: the difference of means that "
    "is significant for every pair (bootstrap).",
    "levels": "The p-value of each pair of runs, the highest first.",
    "stability": "fuzziness: means that differ by less than this share are the same. minority_rate: comparisons "
    "that go against the majority of their pair.",
    "swaps": "least: the difference in one subset, to the width more. error_rate: how often another subset says "
    "the opposite. needed: from where on that is at most 5 %.",
}
