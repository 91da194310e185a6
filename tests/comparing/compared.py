"""Comparisons as the command prints them."""

import csv
import io
from pathlib import Path

from in_process import output


def rows(*arguments: str | Path) -> list[dict[str, str]]:
    """What `evalsql compare` prints as CSV, by the names of columns."""
    return list(csv.DictReader(io.StringIO(output("compare", *arguments, "--format", "csv"))))
