"""What tests of the command line share."""

from pathlib import Path

import duckdb
import pytest
from places import FIXTURES


@pytest.fixture(scope="module")
def first_hour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What lies about in the folder of somebody who tries evalsql."""
    made = tmp_path_factory.mktemp("first hour")
    (made / "runs").mkdir()
    for name, source in {"run1.run": "good.run", "run2.run": "poor.run", "qrels.txt": "qrels.txt"}.items():
        (made / name).write_bytes((FIXTURES / "tiny" / source).read_bytes())
    (made / "run3.run").write_bytes((made / "run1.run").read_bytes())
    for name in ("run1.run", "run2.run"):
        (made / "runs" / name).write_bytes((made / name).read_bytes())
    (made / "diversity.txt").write_text("q1 1 d01 1\nq1 2 d01 1\nq1 2 d02 1\nq2 1 d02 1\n")
    (made / "comma.run").write_text("q1 Q0 d01 1 2,5 comma\n")
    (made / "twice.run").write_text("q1 Q0 d01 1 2.5 twice\nq1 Q0 d01 2 1.5 twice\n")
    (made / "strangers.txt").write_text("1 0 d01 1\n")
    with duckdb.connect() as connection:
        few = "query_id in ('101', '102', '103')"
        track = FIXTURES / "track"
        connection.execute(f"create table runs as from '{track}/runs.parquet' where run in ('bm25', 'dense') and {few}")
        connection.execute(f"copy runs to '{made}/runs.parquet'")
        connection.execute(f"copy (from '{track}/qrels.parquet' where {few}) to '{made}/qrels.parquet'")
        for night in ("2026-11-21", "2026-11-22"):
            (made / "night" / night).mkdir(parents=True)
            for run in ("bm25", "dense"):
                part = made / "lake" / f"dt={night}" / f"run={run}"
                part.mkdir(parents=True)
                rows = f"select query_id, doc_id, score from runs where run = '{run}'"
                connection.execute(f"copy ({rows}) to '{part}/part-0.parquet'")
                connection.execute(f"copy ({rows}) to '{made}/night/{night}/{run}.parquet'")
        for name, rows in {
            "rankers": "select run as ranker, query_id, doc_id, score from runs",
            "bought": "select query_id as user_id, doc_id as item_id, score as rating from runs where run = 'bm25'",
            "lists": "select query_id, list(doc_id order by rank) as doc_ids from runs where run = 'bm25' group by all",
        }.items():
            connection.execute(f"copy ({rows}) to '{made}/{name}.parquet'")
    (made / "ranx.json").write_text('{"q1": {"d01": 1.5}}')
    duckdb.connect(made / "history.duckdb").execute("create table scores (run varchar)").close()
    return made
