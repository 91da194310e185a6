"""The metrics there are: one for each file of sql/metrics."""

from functools import cache

from evalsql.heads import read_metric
from evalsql.metric import Metric
from evalsql.sqlfiles import sql_folder


@cache
def files() -> frozenset[str]:
    """The names of the files of sql/metrics, without their suffix."""
    names = (file.name for file in (sql_folder() / "metrics").iterdir())
    return frozenset(name.removesuffix(".sql") for name in names if name.endswith(".sql"))


@cache
def metrics() -> dict[str, Metric]:
    """Every metric, by name, in the order of their families and names.

    Raises:
        CatalogError: a file of sql/metrics does not say what it must; the sentence names the file.
    """
    found = [metric(file) for file in files()]
    return {each.name: each for each in sorted(found, key=lambda each: (each.family, each.name.lower()))}


@cache
def metric(name: str) -> Metric | None:
    """The metric of this name, in capitals or not; None where there is no such file. Reads one file only."""
    if name.lower() not in files():
        return None
    file = sql_folder() / "metrics" / f"{name.lower()}.sql"
    return read_metric(file.name, file.read_text(encoding="utf-8"))
