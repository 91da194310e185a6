"""The metrics and curves there are: one for each file of sql/metrics and sql/curves."""

import re
from functools import cache
from pathlib import Path
from typing import Literal

from evalsql.catalog.folder import names, sql_folder
from evalsql.catalog.heads import read_metric
from evalsql.catalog.metric import Metric

Folder = Literal["metrics", "curves"]


@cache
def files(folder: Folder = "metrics") -> frozenset[str]:
    """The names of the files of sql/metrics or sql/curves, without their suffix."""
    return frozenset(names(folder))


@cache
def metrics(folder: Folder = "metrics") -> dict[str, Metric]:
    """Every metric, by name, in the order of their families and names.

    Args:
        folder: whether to list the metrics or the curves.

    Raises:
        CatalogError: a file does not say what it must; the sentence names the file.
    """
    found = [read(file, folder, beneath=True) for file in files(folder)]
    return {each.name: each for each in sorted(found, key=lambda each: (each.family, each.name.lower()))}


def curves() -> dict[str, Metric]:
    """Every curve, by name, in the order of their families and names."""
    return metrics("curves")


@cache
def metric(name: str, folder: Folder = "metrics") -> Metric | None:
    """The metric or curve of this name, in capitals or not; None where there is no such file. Reads one file only."""
    return read(name.lower(), folder, beneath=False) if name.lower() in files(folder) else None


@cache
def mentioned(word: str, folder: Folder = "metrics") -> tuple[Metric, ...]:
    """The metrics or curves whose files have this word in quotes, alone or before a sign, in capitals or not.

    Those that have it for a name are among them, and few others, which spares the time of reading all heads.
    """
    quoted = re.compile(rf"""["']{re.escape(word)}(?![a-z])""", re.IGNORECASE)
    named = (metric(name, folder) for name, text in texts(folder).items() if quoted.search(text))
    return tuple(each for each in named if each)


def find_metric(name: str, folder: Folder = "metrics") -> Metric | None:
    """The metric or curve of this name or alias, in capitals or not."""
    return metric(name, folder) or next(
        (m for m in mentioned(name, folder) if name.lower() in (alias.lower() for alias in m.aliases)), None
    )


@cache
def texts(folder: Folder) -> dict[str, str]:
    """What each file of sql/metrics or sql/curves holds, by its name without the suffix."""
    return {name: path(name, folder).read_text(encoding="utf-8") for name in sorted(files(folder))}


def path(name: str, folder: Folder) -> Path:
    """The file of a metric or curve."""
    return sql_folder() / folder / f"{name}.sql"


def read(name: str, folder: Folder, beneath: bool) -> Metric:
    """The metric or curve of a file; see read_metric."""
    file = path(name, folder)
    return read_metric(file.name, file.read_text(encoding="utf-8"), folder == "curves", beneath)
