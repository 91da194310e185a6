"""What reports say, as shown.md has it."""

import shutil
from pathlib import Path

import pages
import pytest
from html_read import seen
from places import FIXTURES
from written import put

pytestmark = pytest.mark.usefixtures("plain")
PAGE = "tests/reporting/shown.md"
PARTS = dict(part.split("\n", 1) for part in pages.read(PAGE).split("\n## ")[1:])
SUITE = """
measures = ["AP", "RR"]
resamples = 40
depth = 3
[datasets.first]
qrels = "qrels.txt"
runs = ["good.run", "poor.run"]
without_own = true
[datasets.second]
qrels = "other.txt"
runs = ["good.run", "poor.run"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny collection, other judgments, slices, and scores of three runs of which two are alike."""
    for each in (FIXTURES / "tiny").iterdir():
        shutil.copy(each, tmp_path)
    put(tmp_path / "other.txt", ["q1 0 d01 1", "q1 0 d04 0", "q2 0 d02 2", "q5 0 d01 1"])
    put(tmp_path / "halves.csv", ["query_id,half", *(f"q{n},{'one' if n < 5 else 'two'}" for n in range(1, 9))])
    levels = {"a": [9, 7, 8, 6, 9, 8], "b": [5, 4, 3, 5, 4, 4], "c": [5, 3, 4, 4, 5, 3]}
    scores = [f"{run},q{n},AP,0.{each}" for run, of in levels.items() for n, each in enumerate(of)]
    scores += [f"{run},q{n},Mine,0.{10 - each}" for run, of in levels.items() for n, each in enumerate(of)]
    put(tmp_path / "three.csv", ["run,query_id,metric,value", *scores])
    put(tmp_path / "suite.toml", SUITE.splitlines())
    return tmp_path


@pytest.mark.parametrize("part", PARTS)
def test_reports_say_what_is_shown(part: str, folder: Path) -> None:
    assert pages.check(PAGE, folder, PARTS[part], seen=seen) == 2
