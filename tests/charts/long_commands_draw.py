"""Commands draw: pictures of measures, judgments, slices and suites become SVG, whatever runs are called."""

from collections.abc import Callable
from pathlib import Path

import pytest
from in_process import Done

DRAWN = [
    ("correlate scores.parquet --picture scatter", "&lt;script&gt;alert", True),
    ("correlate runs.csv --documents", "&lt;script&gt;alert", True),
    ("discriminate scores.parquet --method levels --test paired_t", "AP (", True),
    ("discriminate scores.parquet --method levels --test sign --picture log-levels", "0.0001", True),
    ("queries scores.parquet", "How hard 4 queries are", True),
    ("sweep runs.csv --qrels qrels.csv -m RBP --over p=0.2,0.8", "Places of runs", True),
    ("pool runs.csv --qrels qrels.csv -m AP --depths 1,2", "depth of the pool", True),
    ("pool runs.csv --qrels qrels.csv -m AP --depth 1 --leave-out run", "the pool without the run", True),
    ("pool runs.csv --qrels qrels.csv -m AP --sample-queries 2 --times 2", "2 samples", True),
    ("describe qrels.csv", "Documents by relevance", True),
    ("describe qrels.csv other.csv --picture overlap", "kappa", True),
    ("evaluate runs.csv --qrels qrels.csv --slices kinds.csv --picture slices", "&lt;b&gt; (2)", True),
    ("gate one.parquet --baseline two.parquet --margin 0.2", "upright marks", True),
    ("evaluate --by-dataset all.csv --qrels qrels_all.csv", "2 collections", True),
    ("evaluate --by-dataset all.csv --qrels qrels_all.csv --picture critical_difference", "2 collections", True),
    ("log history.duckdb -m AP", "The best run of each", True),
]


@pytest.mark.parametrize(("line", "text", "there"), DRAWN, ids=[line for line, _, _ in DRAWN])
def test_every_picture_is_written(
    draw: Callable[[str], Done], tmp_path: Path, line: str, text: str, there: bool
) -> None:
    done = draw(line)
    assert done.status in (0, 1), done.said  # a gate may fail
    assert f"wrote {tmp_path / 'out.svg'}" in done.said
    svg = (tmp_path / "out.svg").read_text()
    assert (text in svg) == there
    assert "<script" not in svg
