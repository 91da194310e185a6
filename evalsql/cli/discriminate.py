"""`evalsql discriminate`: how well measures tell runs apart."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql.cli.arguments import DEFAULT_MEASURES, Measures, OptionalQrels, RunsOrScores
from evalsql.cli.options import StandardiseOption, rows_option, say_written, warn, with_evaluation_options
from evalsql.cli.show.tables import RowsFormat, cell, dump_parts, print_columns
from evalsql.comparing import choices

if TYPE_CHECKING:
    Method = str
else:
    Method = StrEnum("Method", {name: name for name in choices.names("discrimination")})


@with_evaluation_options
def discriminate(
    runs: RunsOrScores,
    qrels: OptionalQrels = None,
    measure: Measures = None,
    method: Annotated[
        Method,
        typer.Option(help=choices.in_brief("discrimination")),
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
    from evalsql.comparing.discriminate import discriminate
    from evalsql.outputs import writers

    decided: dict[str, Any] = {
        "test": test or "bootstrap",
        "correction": correction,
        "resamples": resamples,
        "seed": seed,
    }
    decide(**decided)  # refused before anything else
    if output is not None:
        writers.check_output(output)
    with progress() as tell:
        found = discriminate.answer(
            runs,
            qrels,
            measure or (DEFAULT_MEASURES if qrels is not None else ()),
            method=str(method),
            size=size,
            trials=trials,
            standardise=standardise,
            **decided,
            **options,
            progress=tell,
        )
        if output is not None:
            writers.write_rows(found.tables["discrimination"], output, table="discrimination")
    warn(found.problems)
    if format is RowsFormat.table:
        rows = found.tables["discrimination"]
        texts = [str(kind) == "string" for kind in rows.schema.types].index(False)
        print_columns(rows.column_names, [list(map(cell, row.values())) for row in rows.to_pylist()], texts)
        typer.echo(f"\n{choices.heads('discrimination')[str(method)]['note']} Scores {found.about}.")
    else:
        dump_parts(found.tables, "discrimination", "discrimination", format)
        typer.echo(f"evalsql: scores {found.about}", err=True)
    say_written(output)
