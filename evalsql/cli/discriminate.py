"""`evalsql discriminate`: how well measures tell runs apart."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from evalsql.cli.arguments import DEFAULT_MEASURES, Measures, OptionalQrels, RunsOrScores
from evalsql.cli.options import StandardiseOption, rows_option, say_written, warn, with_evaluation_options
from evalsql.cli.show.tables import RowsFormat, cell, dump, print_columns


class Method(StrEnum):
    """How to find out."""

    power = "power"
    levels = "levels"
    stability = "stability"
    swaps = "swaps"


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
    ] = Method.power,
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
    options: dict[str, Any],
    output: Annotated[
        Path | None,
        rows_option("table discrimination"),
    ] = None,
    format: Annotated[RowsFormat, typer.Option(help="How to print.")] = RowsFormat.table,
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
    from evalsql.outputs import writers

    decided = decide(test or "bootstrap", correction, resamples=resamples, seed=seed)
    if output is not None:
        writers.check_output(output)
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
        select = told_apart(found, method.value, decided, size, trials)
        if output is not None:
            writers.write(found.connection, select, output, table="discrimination")
    warn(found.warnings)
    rows = found.connection.sql(select)
    if format is RowsFormat.table:
        texts = {"power": 2, "levels": 2}.get(method.value, 1)
        shown = [[cell(value) for value in row] for row in rows.fetchall()]
        print_columns(rows.columns, shown, texts)
        typer.echo(f"\n{NOTES[method]} Scores {found.about}.")
    else:
        dump(rows, format)
        typer.echo(f"evalsql: scores {found.about}", err=True)
    say_written(output)


NOTES = {
    Method.power: "at: share of the pairs of runs with a p-value below .05, .01. needed: the difference of means that "
    "is significant for every pair (bootstrap).",
    Method.levels: "The p-value of each pair of runs, the highest first.",
    Method.stability: "fuzziness: means that differ by less than this share are the same. minority_rate: comparisons "
    "that go against the majority of their pair.",
    Method.swaps: "least: the difference in one subset, to the width more. error_rate: how often another subset says "
    "the opposite. needed: from where on that is at most 5 %.",
}
