"""The metrics and curves there are: what the files of sql/metrics, sql/users and sql/curves define."""

import re
from functools import cache
from typing import Literal

from evalsql.catalog.definitions import definitions, find_definition, texts
from evalsql.catalog.heads import make_metric
from evalsql.catalog.metric import Metric

Folder = Literal["metrics", "curves"]
FOLDERS = {"metrics": ("metrics", "users"), "curves": ("curves",)}


@cache
def metrics(folder: Folder = "metrics") -> dict[str, Metric]:
    """Return every metric, by name, ordered by family and name.

    Args:
        folder: whether to list the metrics or the curves.

    Raises:
        CatalogError: a file does not say what it must; the sentence names the file.
    """
    found = [
        read(file, place, beneath=True) for file in texts(*FOLDERS[folder]) for place in range(len(definitions(file)))
    ]
    return {each.name: each for each in sorted(found, key=lambda each: (each.family, each.name.lower()))}


def curves() -> dict[str, Metric]:
    """Return every curve, by name, ordered by family and name."""
    return metrics("curves")


@cache
def metric(name: str, folder: Folder = "metrics") -> Metric | None:
    """The metric or curve of this name, in capitals or not, or None."""
    found = find_definition(name, *FOLDERS[folder])
    return read(*found, beneath=False) if found else None


@cache
def mentioned(word: str, folder: Folder = "metrics") -> tuple[Metric, ...]:
    """The metrics or curves whose files have this word in quotes, alone or before a sign, in capitals or not.

    Those that have it for a name are among them, and few others, which spares the time of reading all heads.
    """
    quoted = re.compile(rf"""["']{re.escape(word)}(?![a-z])""", re.IGNORECASE)
    found = (file for file, text in texts(*FOLDERS[folder]).items() if quoted.search(text))
    return tuple(read(file, place, beneath=False) for file in found for place in range(len(definitions(file))))


def find_metric(name: str, folder: Folder = "metrics") -> Metric | None:
    """The metric or curve of this name or alias, in capitals or not."""
    return metric(name, folder) or next(
        (m for m in mentioned(name, folder) if name.lower() in (alias.lower() for alias in m.aliases)), None
    )


@cache
def read(file: str, place: int, beneath: bool) -> Metric:
    """A metric or curve that a file defines, by its place among those."""
    return make_metric(f"{file.partition('/')[2]}.sql", definitions(file)[place], file.startswith("curves/"), beneath)
