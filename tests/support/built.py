"""Analysis databases made of some of the simulated track, and what an evaluation says of the same."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest
from macro_calls import argument

from evalsql import Metric
from evalsql.catalog.listing import metrics
from evalsql.database import library, writing

MEASURES = ("nDCG@10", "AP(rel=2)", "RBP(p=0.9)", "NumRet", "ESL")
CURVES = ("nDCG@20", "IPrec")


@contextmanager
def macros_of(*names: str) -> Iterator[None]:
    """Meanwhile databases get the macros of these metrics and curves alone, which takes a tenth of the time."""
    functions = {name.lower() + end for name in names for end in ("", "_curve")}
    few = [macro for macro in library.macros() if macro.kind not in ("metric", "curve") or macro.name in functions]

    def measured(folder: str = "metrics") -> dict[str, Metric]:
        return {name: metric for name, metric in metrics(folder).items() if name in names}

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(library, "macros", lambda: few)
        patched.setattr(writing, "metrics", measured)
        yield


def open_to_read(path: Path) -> duckdb.DuckDBPyConnection:
    """The file, open as a client opens it."""
    return duckdb.connect(path, read_only=True)


def called(metric: Metric, arguments: Mapping[str, Any]) -> str:
    """A call of the macro over what the database keeps."""
    name = metric.name.lower() + ("_curve" if metric.over else "")
    return f"{name}({', '.join(f'{key} := {argument(value)}' for key, value in arguments.items())})"


def bits(row: tuple) -> tuple:
    """A row with its doubles to the last bit."""
    return tuple(value.hex() if isinstance(value, float) else value for value in row)


def contents(path: Path) -> dict[str, list[tuple]]:
    """The rows of every table and view of a database in some order, doubles to the last bit."""
    with open_to_read(path) as connection:
        names = connection.execute(
            "select table_name from duckdb_tables() union all select view_name from duckdb_views() where not internal"
        ).fetchall()
        return {name: sorted(map(bits, connection.execute(f"from {name}").fetchall()), key=str) for (name,) in names}
