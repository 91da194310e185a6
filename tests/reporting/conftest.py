"""What tests of the page share: a database without macros, which take most of the time, and a page of it."""

import json
from pathlib import Path

import pytest
import suites
from command import evalsql
from html_read import Read
from places import FIXTURES

from evalsql import report
from evalsql.charts import save
from evalsql.database.build import put_database
from evalsql.database.meta import Contents
from evalsql.database.target import STORAGE
from evalsql.scoring.slices import read_slices

TRACK = FIXTURES / "track"
OF_SUITE = ("nDCG@10", "ASL")
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
    patch.setattr(save, "find_spec", lambda name: None)


@pytest.fixture(scope="session")
def read(page: Path) -> Read:
    """That page, read back."""
    return Read(page)


@pytest.fixture(scope="session")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five collections, of which a run lacks one, with intervals of another level, draws and seed than the usual."""
    folder = suites.put_suite(tmp_path_factory.mktemp("suites"))
    tables = "\n".join(f"[datasets.{name}]" for name in suites.NAMES) + "\nwithout_own = true\nqueries = 'only.txt'"
    folder.joinpath("only.txt").write_text("".join(f"{query}\n" for query in range(141, 151)))
    measures = ", ".join(f'"{each}"' for each in OF_SUITE)
    text = f"measures = [{measures}]\nresamples = 40\nseed = 7\nalpha = 0.1\ndepth = 20\n{tables}\n"
    folder.joinpath("suite.toml").write_text(text)
    return folder / "suite.toml"


@pytest.fixture(scope="session")
def suite_page(suite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evalsql.charts.save.find_spec", lambda name: None)
        done = evalsql("report", "--suite", suite, "--title", "Five", "-o", path)
    assert done.returncode == 0, done.stderr.decode()
    assert "run splade has no scores in touche; it has no mean over collections" in done.stderr.decode()
    return path


@pytest.fixture(scope="session")
def suite_read(suite_page: Path) -> Read:
    return Read(suite_page)
