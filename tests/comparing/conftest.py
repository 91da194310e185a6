"""What tests of comparisons share: scores of the simulated track."""

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
