"""What tests of the page share: a database without macros, which take most of the time, and a page of it."""

import json
from pathlib import Path

import pytest
from html_read import Read
from places import FIXTURES

from evalsql import report
from evalsql.database.build import put_database
from evalsql.database.meta import Contents
from evalsql.database.target import STORAGE
from evalsql.reporting import pictures
from evalsql.scoring.slices import read_slices

TRACK = FIXTURES / "track"
MEASURES = ("nDCG@10", "RBP(p=0.5)", "RBP_residual(p=0.5)", "ASL")


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the simulated track, with slices."""
    path = tmp_path_factory.mktemp("built") / "eval.duckdb"
    sliced = read_slices(TRACK / "queries.jsonl", "language", texts=True)
    contents = Contents((), (), STORAGE, {"live": json.dumps(False)}, sliced=sliced, macros=False)
    put_database(
        path,
        TRACK / "runs.parquet",
        TRACK / "qrels.parquet",
        MEASURES,
        contents,
        progress=lambda step, done: None,
        options={},
    )
    return path


@pytest.fixture(scope="session")
def page(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of it, with a baseline, without pictures, which take longer than all else."""
    path = tmp_path_factory.mktemp("page") / "report.html"
    with pytest.MonkeyPatch.context() as patch:
        without_pictures(patch)
        assert report(path, database, baseline="bm25") == []
    return path


@pytest.fixture(scope="session")
def drawn(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with pictures, if they can be drawn."""
    path = tmp_path_factory.mktemp("drawn") / "report.html"
    assert report(path, database, baseline="bm25") == []
    return path


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that a test makes have no pictures."""
    without_pictures(monkeypatch)


def without_pictures(patch: pytest.MonkeyPatch) -> None:
    """As if the packages of charts were not there."""
    patch.setattr(pictures, "find_spec", lambda name: None)


@pytest.fixture(scope="session")
def read(page: Path) -> Read:
    """That page, read back."""
    return Read(page)
