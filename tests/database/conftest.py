"""What tests of databases share: the library of metrics, and databases made of some of the simulated track."""

from pathlib import Path

import duckdb
import pytest
from built import CURVES, MEASURES
from macro_calls import QRELS, RUNS, attach, with_track

from evalsql import Evaluation, build_database, metrics
from evalsql.database import writing
from evalsql.render.frames import macro


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file in the format of DuckDB 1.2 that holds every metric's macro, and nothing else."""
    path = tmp_path_factory.mktemp("library") / "evalsql.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as made (storage_version 'v1.2.0')")
        connection.execute("use made")
        for metric in metrics().values():
            connection.execute(macro(metric))
    return path


@pytest.fixture(scope="session")
def shared(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the library as e and the track, which tests only read."""
    return with_track(attach(duckdb.connect(), library))


@pytest.fixture
def client(library: Path) -> duckdb.DuckDBPyConnection:
    """The same, for a test that makes tables or sets settings."""
    return with_track(attach(duckdb.connect(), library))


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Parquet files of four runs and twenty queries: all runs, two and the other two, and the judgments."""
    folder = tmp_path_factory.mktemp("track")
    sources = {
        "runs": RUNS,
        "outer": f"(from {RUNS} where run in ('bm25', 'bm25-title'))",
        "inner": f"(from {RUNS} where run not in ('bm25', 'bm25-title'))",
        "qrels": QRELS,
        "plain": f"(select query_id, doc_id, max(relevance) as relevance from {QRELS} group by all)",
    }
    for name, source in sources.items():
        duckdb.execute(f"copy {source} to '{folder}/{name}.parquet'")
    return {name: folder / f"{name}.parquet" for name in sources}


@pytest.fixture(scope="session")
def built(files: dict[str, Path]) -> Path:
    """A database of all of it, with macros over any runs and qrels too."""
    path = files["runs"].with_name("built.duckdb")
    build_database(path, files["runs"], files["qrels"], MEASURES, curves=CURVES, live=True)
    return path


@pytest.fixture(scope="session")
def linked(files: dict[str, Path]) -> Path:
    """The same, with runs and judgments left in their files."""
    path = files["runs"].with_name("linked.duckdb")
    build_database(path, files["runs"], files["qrels"], MEASURES, curves=CURVES, link=True)
    return path


@pytest.fixture(scope="session")
def batch(files: dict[str, Path]) -> Evaluation:
    """An evaluation of the same files, with every document."""
    return Evaluation(files["runs"], files["qrels"], whole=True)


@pytest.fixture
def no_macros(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases without macros, which take a third of the time."""
    monkeypatch.setattr(writing, "put_macros", lambda *given, **options: None)
