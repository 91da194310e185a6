"""What reports say, as shown.md has it."""

from pathlib import Path

import pages
import pytest
from html_read import seen
from tiny import put_collection
from written import put

pytestmark = pytest.mark.usefixtures("plain")
PAGE = "tests/reporting/shown.md"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny collection, and scores of three runs of which two are alike, one of an unknown measure."""
    levels = {"a": [9, 7, 8, 6, 9, 8], "b": [5, 4, 3, 5, 4, 4], "c": [5, 3, 4, 4, 5, 3]}
    scores = [f"{run},q{n},AP,0.{each}" for run, of in levels.items() for n, each in enumerate(of)]
    scores += [f"{run},q{n},Mine,0.{10 - each}" for run, of in levels.items() for n, each in enumerate(of)]
    put(tmp_path / "mine.csv", ["run,query_id,metric,value", *scores])
    return put_collection(tmp_path)


@pytest.mark.parametrize("part", pages.parts(PAGE))
def test_reports_say_what_is_shown(part: str, folder: Path) -> None:
    assert pages.check(PAGE, folder, pages.parts(PAGE)[part], seen=seen) == 2
