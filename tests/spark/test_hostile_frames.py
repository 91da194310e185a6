"""DataFrames of Spark in which runs, queries, documents and columns have hostile names."""

from pathlib import Path
from typing import Any

import hostile
import pytest
from hostile import NAMES, assert_nothing_was_run, rankings
from partitions import bits
from written import put

import evalsql
import evalsql.spark

# pandas 3 and Spark warn of each other
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

COLUMNS = {"query_id": "a.b", "doc_id": "`c` 'd'", "run": "${e} -- f"}  # which Spark, too, would read in another way


def test_frames_give_what_one_machine_gives(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)
    monkeypatch.chdir(tmp_path)
    hostile.set_traps(tmp_path)
    runs, qrels = rankings(NAMES)
    expected = bits(evalsql.evaluate(runs, qrels, "AP nDCG@3").fetchall())
    frames = [
        spark.read.parquet(str(put(tmp_path / f"{name}.parquet", table)))
        for name, table in zip("rq", (runs, qrels), strict=True)
    ]
    renamed = [frame.withColumnsRenamed(COLUMNS) for frame in frames]
    chosen = {f"{kind}.{ours}": theirs for kind in ("runs", "qrels") for ours, theirs in COLUMNS.items()}
    del chosen["qrels.run"]
    found = evalsql.spark.evaluate(*renamed, "AP nDCG@3", columns=chosen).collect()
    assert bits([tuple(row) for row in found]) == expected
    assert_nothing_was_run(tmp_path, str(found))
