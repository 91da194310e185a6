"""Analysis databases made of some of the simulated track, and what an evaluation says of the same."""

import atexit
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pytest
from macro_calls import QRELS, RUNS, argument

from evalsql import Evaluation, Metric, build_database
from evalsql.database import writing

MEASURES = ("nDCG@10", "AP(rel=2)", "RBP(p=0.9)", "NumRet", "ESL")
CURVES = ("nDCG@20", "IPrec")


@pytest.fixture(scope="session")
def files() -> dict[str, Path]:
    """Parquet files of four runs and twenty queries: all runs, two and the other two, and the judgments."""
    folder = written_once()
    return {file.stem: file for file in folder.glob("*.parquet")}


@cache
def written_once() -> Path:
    """A folder for these, which goes away at the end."""
    held = TemporaryDirectory(prefix="evalsql-test-")
    atexit.register(held.cleanup)
    sources = {
        "runs": RUNS,
        "outer": f"(from {RUNS} where run in ('bm25', 'bm25-title'))",
        "inner": f"(from {RUNS} where run not in ('bm25', 'bm25-title'))",
        "qrels": QRELS,
        "plain": f"(select query_id, doc_id, max(relevance) as relevance from {QRELS} group by all)",
    }
    for name, source in sources.items():
        duckdb.execute(f"copy {source} to '{held.name}/{name}.parquet'")
    return Path(held.name)


@pytest.fixture(scope="session")
def built(files: dict[str, Path]) -> Path:
    """A database of all of it."""
    return made_once(files["runs"], files["qrels"], link=False)


@pytest.fixture(scope="session")
def linked(files: dict[str, Path]) -> Path:
    """The same, with runs and judgments left in their files."""
    return made_once(files["runs"], files["qrels"], link=True)


@cache
def made_once(runs: Path, qrels: Path, *, link: bool) -> Path:
    """A database beside the runs, which all tests share."""
    path = runs.with_name("linked.duckdb" if link else "built.duckdb")
    build_database(path, runs, qrels, MEASURES, curves=CURVES, link=link)
    return path


@pytest.fixture(scope="session")
def batch(files: dict[str, Path]) -> Evaluation:
    """An evaluation of the same files, with every document."""
    return Evaluation(files["runs"], files["qrels"], whole=True)


@pytest.fixture
def no_macros(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases without macros, which take a third of the time."""
    monkeypatch.setattr(writing, "put_macros", lambda *given, **options: None)


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
