"""Analysis databases made of some of the simulated track, and what an evaluation says of the same."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb
import pytest
from macro_calls import argument, fitting
from variants import longest

from evalsql import Evaluation, Metric
from evalsql.catalog.listing import metrics
from evalsql.catalog.measure import make_measure
from evalsql.database import library, library_files, writing

MEASURES = ("nDCG@10", "AP(rel=2)", "RBP(p=0.9)", "NumRet", "ESL")
CURVES = ("nDCG@20", "IPrec")
# of each way to read what a database keeps a metric or curve, and what tests call
SOME = (*longest("metrics"), *longest("curves"), "AP", "NumRel", "NumRelRet", "Q", "IPrec", "DCG", "RBP", "P", "ADM")
SOME += ("nDCG", "alpha_nDCG", "paired_t", "overlap", "problems", "comparisons")


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A file or folder for the tests of all processes, which only read it; the first that needs it makes it."""
    of_all = factory.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else factory.getbasetemp()
    path = of_all / name
    if not path.exists():
        mine = factory.mktemp("made") / name
        make(mine)
        with suppress(OSError):  # another may have made it meanwhile, and have it open
            mine.replace(path)
    return path


@contextmanager
def macros_of(*names: str) -> Iterator[None]:
    """Meanwhile databases get the macros of these names alone, which takes a tenth of the time.

    They are metrics and curves, and what is made of scores; where none of those is named, all of them are there.
    """
    functions = {name.lower() + end for name in names for end in ("", "_curve")}
    of_scores = {macro.name for macro in library.list_macros() if macro.kind in library.OF_SCORES}
    functions |= of_scores if not functions & of_scores else set()
    few = [macro for macro in library.list_macros() if macro.name in functions]

    def measured(folder: str = "metrics") -> dict[str, Metric]:
        return {name: metric for name, metric in metrics(folder).items() if name in names}

    with pytest.MonkeyPatch.context() as patched:
        for module in (library, library_files):
            patched.setattr(module, "list_macros", lambda: few)
        patched.setattr(writing, "metrics", measured)
        for module in (library, writing):  # what is kept has all of them
            patched.setattr(module, "prepared", lambda _, render: list(render()))
        yield


def open_to_read(path: Path) -> duckdb.DuckDBPyConnection:
    """The file, open as a client opens it."""
    return duckdb.connect(path, read_only=True)


def ask(connection: duckdb.DuckDBPyConnection, query: str) -> list[tuple]:
    """The rows of a query."""
    return connection.execute(query).fetchall()


def called(metric: Metric, arguments: Mapping[str, Any]) -> str:
    """A call of the macro over what the database keeps."""
    name = metric.name.lower() + ("_curve" if metric.over else "")
    return f"{name}({', '.join(f'{key} := {argument(value)}' for key, value in arguments.items())})"


def bits(row: tuple) -> tuple:
    """A row with its doubles to the last bit."""
    return tuple(value.hex() if isinstance(value, float) else value for value in row)


def but_evaluations(tables: dict[str, list[tuple]]) -> dict[str, list[tuple]]:
    """The same without what says in which evaluation something was added."""
    others = {name: rows for name, rows in tables.items() if name not in ("evaluations", "history")}
    return others | {"run_summary": [row[:-1] for row in tables["run_summary"]]}


def contents(path: Path) -> dict[str, list[tuple]]:
    """The rows of every table and view of a database in some order, doubles to the last bit, but for its marks."""
    with open_to_read(path) as connection:
        names = connection.execute("""
            select table_name, schema_name from duckdb_tables()
            union all
            select view_name, schema_name from duckdb_views() where not internal and schema_name = 'main'
        """).fetchall()
        return {
            name: sorted(map(bits, connection.execute(f"from {schema}.{name}").fetchall()), key=str)
            for name, schema in names
        }


def functions(path: Path, schema: str) -> set[str]:
    """The macros of a schema of a database."""
    with open_to_read(path) as connection:
        query = "select function_name from duckdb_functions() where not internal and schema_name = ?"
        return {name for (name,) in connection.execute(query, [schema]).fetchall()}


def differing(connection: duckdb.DuckDBPyConnection, batch: Evaluation, asked: Sequence[Metric]) -> dict[str, tuple]:
    """The metrics and curves whose macros give other rows than the batch, each with a row of one and of the other."""
    measures = [make_measure(metric.name, metric, fitting(metric)) for metric in asked]
    batch.compute([each for each in measures if not each.metric.over])
    for over in ("rank", "recall", "p"):
        if curves := [each for each in measures if each.metric.over == over]:
            batch.compute_curves(curves)
    found = {}
    for measure in measures:
        metric, ids = measure.metric, "run::varchar, query_id::varchar, metric"
        point, table, ideal = (f"{metric.over}::double, ", "points", ", ideal") if metric.over else ("", "scores", "")
        mine = ask(connection, f"select {ids}, {point}value{ideal} from {called(metric, fitting(metric))}")
        values = f"{point and 'point, '}value{ideal}"
        theirs = f"select {ids}, {values} from evalsql_{table} where metric = ?"
        one, other = (
            set(map(bits, rows)) for rows in (mine, batch.connection.execute(theirs, [str(measure)]).fetchall())
        )
        if one != other or not one or len(mine) != len(one):
            found[f"{metric.name} {metric.over or ''}"] = (
                min(one - other, default=None),
                min(other - one, default=None),
            )
    return found


def put_scores(built: Path, path: Path, condition: str = "true", value: str = "value", **replaced: str) -> Path:
    """Some scores of a database as a file of Parquet, with other texts in columns."""
    others = ", ".join(f"{text} as {column}" for column, text in {"value": value, **replaced}.items())
    path.parent.mkdir(exist_ok=True)
    with open_to_read(built) as connection:
        connection.execute(f"copy (select * replace ({others}) from scores where {condition}) to '{path}'")
    return path


def rows(path: Path, select: str) -> list[tuple]:
    """The rows of a query, doubles to the last bit."""
    with open_to_read(path) as connection:
        return list(map(bits, ask(connection, select)))
