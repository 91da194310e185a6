"""What tests of databases share: the library of metrics, and databases made of some of the simulated track."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from built import CURVES, MEASURES, SOME, macros_of, made_once, open_to_read
from in_process import output
from macro_calls import QRELS, RUNS, attach, with_track

from evalsql import Evaluation, build_database
from evalsql.connections import Connection
from evalsql.database import writing


@pytest.fixture(scope="session")
def whole_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library as the command writes it."""
    return made_once(tmp_path_factory, "whole.duckdb", lambda path: output("lib", path))


@pytest.fixture(scope="session")
def shared(library: Path) -> Connection:
    """A connection with the library as e and the track, which tests only read."""
    return with_track(attach(duckdb.connect(), library))


@pytest.fixture(scope="session")
def attached(library: Path) -> Connection:
    """A connection with the library as e, and nothing else."""
    return attach(duckdb.connect(), library)


@pytest.fixture
def client(attached: Connection) -> Iterator[Connection]:
    """The library as e and the track, for a test that makes tables, in a database that goes with the test."""
    with attached.cursor() as connection:
        connection.execute("attach ':memory:' as mine; use mine")
        yield with_track(connection)
        connection.execute("use memory; detach mine")


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Parquet files of four runs and twenty queries: all runs, two and the other two, and the judgments."""
    sources = {
        "runs": RUNS,
        "outer": f"(from {RUNS} where run in ('bm25', 'bm25-title'))",
        "inner": f"(from {RUNS} where run not in ('bm25', 'bm25-title'))",
        "qrels": QRELS,
        "plain": f"(select query_id, doc_id, max(relevance) as relevance from {QRELS} group by all)",
    }

    def make(folder: Path) -> None:
        folder.mkdir()
        for name, source in sources.items():
            duckdb.execute(f"copy {source} to '{folder}/{name}.parquet'")

    folder = made_once(tmp_path_factory, "track", make)
    return {name: folder / f"{name}.parquet" for name in sources}


@pytest.fixture(scope="session")
def built(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of all of it, with some macros, and the same over any runs and qrels."""
    return made_once(tmp_path_factory, "built.duckdb", lambda path: build(path, files, live=True))


@pytest.fixture(scope="session")
def linked(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with runs and judgments left in their files."""
    return made_once(tmp_path_factory, "linked.duckdb", lambda path: build(path, files, link=True))


def build(path: Path, files: dict[str, Path], **options: bool) -> None:
    with macros_of(*SOME):
        build_database(path, files["runs"], files["qrels"], MEASURES, curves=CURVES, **options)


@pytest.fixture(scope="session")
def batch(files: dict[str, Path]) -> Evaluation:
    """An evaluation of the same files, with every document."""
    return Evaluation(files["runs"], files["qrels"], whole=True)


@pytest.fixture
def no_macros(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases without macros, which take a third of the time."""
    for name in ("put_macros", "put_macros_of_scores"):
        monkeypatch.setattr(writing, name, lambda *given, **options: None)


@pytest.fixture
def two_runs(of_two_runs: Path, tmp_path: Path, no_macros: None) -> Path:
    """A copy of it, in a folder of its own."""
    return Path(shutil.copy(of_two_runs, tmp_path / "eval.duckdb"))


@pytest.fixture(scope="session")
def of_two_runs(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of two of the runs, without macros."""

    def make(path: Path) -> None:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("SOURCE_DATE_EPOCH", "43200")
            patched.setattr(writing, "put_macros", lambda *given, **options: None)
            build_database(path, files["outer"], files["qrels"], MEASURES, curves=CURVES)

    return made_once(tmp_path_factory, "two_runs.duckdb", make)


@pytest.fixture(params=["built", "linked"])
def either(request: pytest.FixtureRequest) -> Iterator[Connection]:
    """A database that holds its runs, and one that leaves them in their files, each open to be read."""
    with open_to_read(request.getfixturevalue(request.param)) as connection:
        yield connection
