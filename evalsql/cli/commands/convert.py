"""`evalsql convert`: runs or judgments from any format that evalsql reads into another."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evalsql.cli.delivery import warn
from evalsql.cli.notices import note
from evalsql.cli.old import with_input_options
from evalsql.cli.outputs import check_output

if TYPE_CHECKING:
    from evalsql.scoring.options import InputOptions

PLACE = 53  # in the help


@partial(with_input_options, inputs="IN")
def convert(
    inputs: Annotated[list[str], typer.Argument(metavar="IN", help="Runs, or judgments, in any form that is read.")],
    output: Annotated[
        Path, typer.Argument(metavar="OUT", help="Where to: .parquet, .csv, .tsv, .jsonl, .json, or TREC text.")
    ],
    *,
    options: "InputOptions",
) -> None:
    """Convert runs or judgments: TREC text to Parquet and back.

    Rows are written in the order of runs, queries and ranks, with ranks from 1. Which of the two IN is shows in its
    columns: a score for runs, a relevance for judgments. Every row is checked; nothing is written if one is bad.

    \b
    Examples:
      evalsql convert 'runs/*.run' runs.parquet
      evalsql convert qrels.txt qrels.parquet
      evalsql convert runs.parquet runs.trec.gz
    """
    from evalsql.cli.progress import progress
    from evalsql.outputs import convert as conversion

    check_output(output, trec=True)
    with progress(3) as tell:
        kind, count, warnings = conversion.convert(inputs, output, tell, **options)
    warn(warnings)
    note(f"wrote {output}: {count:,} rows of {'runs' if kind == 'runs' else 'judgments'}")
