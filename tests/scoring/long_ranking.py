"""The bits are the same where memory is short."""

import duckdb
from large_track import MEASURES, WHOLE, bits

from evalsql import Evaluation


def scores_of(runs, qrels, connection=None, **settings) -> list[tuple]:
    evaluation = Evaluation(
        runs, qrels, measures=[*MEASURES, *WHOLE], keep=False, connection=connection, settings=settings
    )
    return bits(evaluation.score([*MEASURES, *WHOLE]))


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
