"""Commands draw: some of the pictures; long_commands_draw.py has the others."""

from collections.abc import Callable
from pathlib import Path

import pytest
from in_process import Done

DRAWN = [
    ("correlate scores.parquet -c kendall", "<script>alert", False),
    ("sweep runs.csv --qrels qrels.csv -m RBP --over p=0.2,0.8 --picture scores", "Means of runs", True),
    ("compare scores.parquet -m AP --baseline {1} --slices kinds.csv --picture slices", "&lt;b&gt; (2)", True),
]
REFUSED = [
    ("discriminate scores.parquet", "--plot draws the p-values of --method levels, not of power"),
    ("correlate runs.csv --documents --picture scatter", "no scores to scatter"),
    ("describe qrels.csv --picture overlap", "shows two sets of judgments; name another one"),
    ("evaluate runs.csv --qrels qrels.csv --picture slices", "--slices says which file has the kinds"),
    ("evaluate runs.csv --qrels qrels.csv --picture suite", "--picture suite is of a suite"),
    ("compare scores.parquet --picture slices", "differ from a --baseline on each kind of query of --slices"),
    ("evaluate --by-dataset all.csv --qrels qrels_all.csv --picture leaderboard", "of a suite there are suite or"),
]


@pytest.mark.parametrize(("line", "text", "there"), DRAWN, ids=[line for line, _, _ in DRAWN])
def test_a_picture_is_written(draw: Callable[[str], Done], tmp_path: Path, line: str, text: str, there: bool) -> None:
    done = draw(line)
    assert done.status in (0, 1), done.said  # a gate may fail
    assert f"wrote {tmp_path / 'out.svg'}" in done.said
    svg = (tmp_path / "out.svg").read_text()
    assert (text in svg) == there
    assert "<script" not in svg


@pytest.mark.parametrize(("line", "sentence"), REFUSED, ids=[line for line, _ in REFUSED])
def test_a_picture_that_cannot_be_is_refused(
    draw: Callable[[str], Done], tmp_path: Path, line: str, sentence: str
) -> None:
    done = draw(line)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.said
    assert not (tmp_path / "out.svg").exists()
