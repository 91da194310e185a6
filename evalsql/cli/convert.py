"""`evalsql convert`: runs or judgments from any format that evalsql reads into another."""

from pathlib import Path
from typing import Annotated

import typer

from evalsql.cli.delivery import warn
from evalsql.cli.notices import note
from evalsql.cli.options import ColumnsOption, SubtopicsOption, chosen_columns
from evalsql.cli.outputs import check_output

PLACE = 53  # in the help


def convert(
    inputs: Annotated[list[str], typer.Argument(metavar="IN", help="Runs, or judgments, in any form that is read.")],
    output: Annotated[
        Path, typer.Argument(metavar="OUT", help="Where to: .parquet, .csv, .tsv, .jsonl, .json, or TREC text.")
    ],
    subtopics: SubtopicsOption = "auto",
    columns: ColumnsOption = None,
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
        kind, count, warnings = conversion.convert(inputs, output, tell, subtopics, chosen_columns(columns))
    warn(warnings)
    note(f"wrote {output}: {count:,} rows of {'runs' if kind == 'runs' else 'judgments'}")
