"""`evalsql convert`: runs or judgments from any format that evalsql reads into another."""

from pathlib import Path

from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.cli.options import check_output


@command("Other", formats=(), without=o.OF_WEIGHTS, inputs="IN")
def convert(
    inputs: list[str],
    output: Path,
    *,
    scoring: Scoring,
) -> Shown:
    """Convert runs or judgments between TREC text, Parquet, CSV and JSON."""
    from evalsql.files import convert as conversion

    check_output(output, trec=True)
    kind, count, problems = conversion.convert(inputs, output, scoring.pop("progress"), **scoring)
    note = f"wrote {output}: {count:,} rows of {'runs' if kind == 'runs' else 'judgments'}"
    return Shown(problems=problems, notes=[note])
