"""What tests of comparisons share: scores of the simulated track, and rows of a command."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from command import TRACK
from in_process import output


@pytest.fixture(scope="session")
def scores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scores of the track's runs by two measures, which tests only read."""
    path = tmp_path_factory.mktemp("scores") / "scores.parquet"
    output("evaluate", *TRACK, "-m", "nDCG@10", "-m", "AP", "-o", path)
    return path


@pytest.fixture(scope="session")
def rows() -> Callable[..., list[dict[str, str]]]:
    """What a command prints as CSV, by the names of columns."""
    return lambda *words: list(csv.DictReader(io.StringIO(output(*words, "--format", "csv"))))
