"""A database is built from, and added to from, runs whose columns the user names; one of links keeps no such choice."""

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from built import macros_of
from written import put

from evalsql import InputError, add_to_database, build_database

QRELS = pa.table({"query_id": ["1"], "doc_id": ["a"], "stars": [1]})
CHOSEN = {"runs.run": "rnk", "qrels.relevance": "stars"}


def runs(name: str) -> pa.Table:
    return pa.table({"rnk": [name], "query_id": ["1"], "doc_id": ["a"], "score": [1]})


@pytest.mark.slow
def test_columns_are_named_when_runs_are_kept_and_added(tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    with macros_of("RR"):
        build_database(path, runs("x"), QRELS, ["RR"], curves=[], columns=CHOSEN)
        add_to_database(path, runs("y"), columns={"runs.run": "rnk"})
    with duckdb.connect(path, read_only=True) as connection:
        assert connection.execute("select distinct run from scores order by run").fetchall() == [("x",), ("y",)]


def test_links_keep_no_choice(tmp_path: Path) -> None:
    run, qrels = put(tmp_path / "r.parquet", runs("x")), put(tmp_path / "q.parquet", QRELS)
    with pytest.raises(InputError, match="--link keeps no choice of columns; leave out --link or --columns"):
        build_database(tmp_path / "e.duckdb", run, qrels, ["RR"], link=True, columns=CHOSEN)
    assert not (tmp_path / "e.duckdb").exists()
