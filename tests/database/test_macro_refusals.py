"""What the command line refuses, the macros refuse with the same sentence, where they would give a number."""

from pathlib import Path

import duckdb
import pytest
from macro_calls import METRICS, attach
from macro_refused import AGAIN, TWICE, assert_refuses, assert_unfit, complaint, of_command_line, put_tables
from places import FIXTURES
from variants import representative

import evalsql
from evalsql import Metric


@pytest.fixture(scope="module")
def client(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the library as e."""
    return attach(duckdb.connect(), library)


@pytest.fixture
def tables(client: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    return put_tables(client)


@pytest.mark.parametrize("metric", [each for each in METRICS if representative(each.values[0])])
def test_a_metric_of_each_relation_refuses(metric: Metric, tables: duckdb.DuckDBPyConnection) -> None:
    assert_refuses(tables, metric)


def test_the_command_line_says_the_same_of_documents_that_are_there_twice(tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute("insert into runs values ('r', 'q', 'd1', '0.5')")
    assert of_command_line(tables, evalsql.metrics()["P"]).startswith(TWICE)
    tables.execute("delete from qrels where subtopic = 'u'; update qrels set subtopic = null")
    tables.execute("insert into qrels values ('q', 'd1', '0', null, null, '1')")
    assert of_command_line(tables, evalsql.metrics()["P"]).startswith(AGAIN)
    tables.execute("delete from runs where score = '0.5'")  # of two faults threads may find either first
    assert complaint(tables, evalsql.metrics()["P"]) == f"P: {AGAIN}"
    tables.execute("delete from qrels where relevance = '0'; update runs set query_id = 'q2'")
    said = "run r and the judgments have no query in common: the run has q2, ..., the judgments q, ..."
    assert of_command_line(tables, evalsql.metrics()["P"]).startswith(said)


def test_curves_are_refused_likewise(whole_library: Path, tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute(f"attach if not exists '{whole_library}' as whole (read_only); update runs set query_id = 'q2'")
    for name in ("ndcg_curve", "iprec_curve"):
        with pytest.raises(
            duckdb.Error, match="run r and the judgments have no query in common: the judgments have q,"
        ):
            tables.execute(f"from whole.{name}()")


def test_what_is_not_fit_is_refused(tables: duckdb.DuckDBPyConnection) -> None:
    assert_unfit(tables, "nDCG")


def test_ids_of_other_types_are_read_as_their_text(tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute("create or replace table runs as select * replace (ascii(doc_id) + rowid as doc_id) from runs")
    tables.execute(
        "create or replace table qrels as select * replace (ascii(doc_id) as doc_id) from qrels where rowid < 1"
    )
    assert tables.execute("select run, value from e.p(k := 2) order by run asc").fetchall() == [("r", 0.5), ("s", 0)]


def test_what_is_not_fit_for_macros_of_scores_is_refused(whole_library: Path) -> None:
    connection = duckdb.connect()
    connection.execute(f"attach '{whole_library}' as evalsql (read_only)")
    runs = f"{FIXTURES}/track/runs.parquet"
    connection.execute(f"create table runs as from '{runs}' where query_id < '105' and run in ('bm25', 'ql')")
    connection.execute(
        "create table scores as select run, query_id, 'AP' as metric, max(score) as value from runs group by all"
    )
    assert connection.execute("from evalsql.paired_t()").fetchall()
    assert connection.execute("from evalsql.overlap(k := 10)").fetchall()
    connection.execute("insert into runs select * replace (score - 1e-9 as score) from runs where rank = 2")
    with pytest.raises(
        duckdb.Error, match=r"evalsql: overlap: document \S+ appears twice for query \d+ in run (bm25|ql)"
    ):
        connection.execute("from evalsql.overlap(k := 10)").fetchall()
    connection.execute("delete from runs where rank = 2")
    connection.execute("update runs set run = null where run = 'ql'")
    with pytest.raises(duckdb.Error, match="evalsql: overlap: a row of the runs has no run, where others have one"):
        connection.execute("from evalsql.overlap(k := 10)").fetchall()
    connection.execute("update scores set value = 1e200 where query_id = '101'")
    with pytest.raises(duckdb.Error, match=r"is 1e[+]200; a number of at most 1e[+]100 was expected"):
        connection.execute("from evalsql.paired_t()").fetchall()
    connection.execute("update scores set value = 1, run = '' where query_id = '101' and run = 'ql'")
    with pytest.raises(duckdb.Error, match="a run, query_id or metric of the scores is empty; every row must have one"):
        connection.execute("from evalsql.paired_t()").fetchall()
