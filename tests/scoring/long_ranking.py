"""The ranks of the batch over further orders, passes and depths than test_ranking.py has, and where memory is short."""

import duckdb
import pytest
from large_track import put_parquet, track
from test_ranking import ORDERS, assert_same_relations, expected, scores_of  # noqa: F401


@pytest.mark.parametrize("order", ORDERS)
def test_the_relations_of_the_batch_are_those_that_the_files_say(order):
    assert_same_relations(order)


def test_counting_what_stands_above_gives_the_same_relations(monkeypatch):
    monkeypatch.setattr("evalsql.scoring.ranking.sparse", lambda connection: True)
    for order in ORDERS:
        assert_same_relations(order, measures=((),))


@pytest.mark.parametrize("depth", [1, 44])
def test_a_depth_gives_what_the_first_documents_alone_give(depth):
    assert_same_relations("shuffled", depth)


@pytest.mark.parametrize(("order", "threads"), [("sorted", 1), ("by document", 3), ("by query", 2)])
def test_the_bits_are_the_same_for_every_order_and_number_of_threads(expected, order, threads, tmp_path):
    runs, qrels = track()
    assert scores_of(put_parquet(tmp_path / "runs.parquet", ORDERS[order](runs)), qrels, threads=threads) == expected


@pytest.mark.parametrize("order", ["shuffled", "sorted"])
def test_the_bits_are_the_same_in_passes_of_parquet(expected, order, tmp_path, monkeypatch):
    runs, qrels = track()
    monkeypatch.setattr("evalsql.scoring.evaluation.pass_size", lambda connection: 900)
    assert scores_of(put_parquet(tmp_path / "runs.parquet", ORDERS[order](runs)), qrels) == expected


def test_the_bits_are_the_same_where_memory_is_short(tmp_path):
    connection = duckdb.connect()
    connection.execute(f"""
        copy (
            select 'run' || r as run, 'q' || q as query_id, 'document ' || hash(d, r, q) % 900 || ' ' || d as doc_id,
                hash(q, d, r) % 500 as score
            from range(2) as runs(r), range(40) as queries(q), range(5000) as docs(d) order by hash(r, q, d)
        ) to '{tmp_path}/runs.parquet';
        copy (
            select distinct on (query_id, doc_id) query_id, doc_id, hash(query_id, doc_id) % 3 as relevance
            from '{tmp_path}/runs.parquet' where hash(doc_id) % 9 = 0
        ) to '{tmp_path}/qrels.parquet';
    """)
    paths = f"{tmp_path}/runs.parquet", f"{tmp_path}/qrels.parquet"
    found = [
        scores_of(*paths, memory_limit=limit, temp_directory=str(tmp_path / limit), threads=threads)
        for limit, threads in (("90MB", 1), ("120MB", 2), ("4GB", 2))
    ]
    assert found[0] == found[1] == found[2]
