"""What people type in SQL in their first hour, over tables of their own: it works, or is refused with what is wrong."""

from collections.abc import Iterator

import duckdb
import pytest

from evalsql.catalog.listing import metrics
from evalsql.render import frames

TABLES = """
create table runs as from (values ('bm25', 'q1', 'd1', 2), ('bm25', 'q1', 'd2', 1)) t (run, query_id, doc_id, score);
create table twice as from (values ('bm25', 'q1', 'd2', 2), ('bm25', 'q1', 'd2', 1)) t (run, query_id, doc_id, score);
create table theirs as from (values ('bm25', 'q1', 'd2', 2)) t (run, qid, docno, score);
create table qrels as from (values ('q1', 'd2', 1)) t (query_id, doc_id, relevance);
create table judged_twice as from (values ('q1', 'd2', 1), ('q1', 'd2', 0)) t (query_id, doc_id, relevance);
create table strangers as from (values ('1', 'd2', 1)) t (query_id, doc_id, relevance);
"""
REFUSED = [
    ("p('twice', 'qrels', 3)", "document d2 is there twice for query q1 in run bm25"),
    ("p('runs', 'judged_twice', 3)", "document d2 is judged twice for query q1"),
    ("p('runs', 'strangers', 3)", "run bm25 and the judgments have no query in common"),
    ("p('theirs', 'qrels', 3)", "the runs have no column query_id (a macro looks for no other names)"),
    ("ndcg('runs', 'qrels', k := 'ten')", "k must be a whole number of at least 1, not ten"),
    ("ndcg('runs', 'qrels', 0)", "k must be a whole number of at least 1, not 0"),
]


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with two macros and tables of somebody's own."""
    with duckdb.connect() as connection:
        for name in ("P", "nDCG"):
            connection.execute(frames.macro(metrics()[name]))
        connection.execute(TABLES)
        yield connection


@pytest.mark.parametrize("call", ["ndcg('runs', 'qrels', 10)", "ndcg(k := 10)", "ndcg(runs := 'runs', k := 10)"])
def test_the_cutoff_comes_first(call: str, connection: duckdb.DuckDBPyConnection) -> None:
    ((run, query, metric, value),) = connection.execute(f"from {call}").fetchall()
    assert (run, query, metric, round(value, 4)) == ("bm25", "q1", "nDCG@10", 0.6309)


@pytest.mark.parametrize(("call", "said"), REFUSED)
def test_it_is_refused(call: str, said: str, connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(duckdb.Error) as refused:
        connection.execute(f"from {call}").fetchall()
    assert said in str(refused.value)
