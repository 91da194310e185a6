"""What the command line refuses, the macros refuse with the same sentence, where they would give a number."""

from pathlib import Path

import duckdb
import pytest
from macro_calls import METRICS, attach, call, fitting
from places import FIXTURES
from quick import representative

import evalsql
from evalsql import Metric

RUN = [("r", "q", "d1", "3"), ("r", "q", "d2", "2"), ("r", "q", "d3", "1"), ("s", "q", "d1", "1")]
QRELS = [("q", "d1", "1", "t", None), ("q", "d4", "2", "t", None), ("q", "d4", "1", "u", None)]


@pytest.fixture(scope="module")
def client(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the library as e."""
    return attach(duckdb.connect(), library)


@pytest.fixture
def tables(client: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Tables of texts that are fit; numbers among them are read as numbers."""
    client.execute("create or replace table runs (run varchar, query_id varchar, doc_id varchar, score varchar)")
    client.execute("""
        create or replace table qrels
            (query_id varchar, doc_id varchar, relevance varchar, subtopic varchar, gain varchar,
             stratum varchar default '1')
    """)
    client.executemany("insert into runs values (?, ?, ?, ?)", RUN)
    client.executemany("insert into qrels (query_id, doc_id, relevance, subtopic, gain) values (?, ?, ?, ?, ?)", QRELS)
    return client


def complaint(connection: duckdb.DuckDBPyConnection, metric: Metric) -> str:
    """The sentence of a macro."""
    with pytest.raises(duckdb.Error) as refused:
        connection.execute(f"from {call(metric, **fitting(metric))}").fetchall()
    return str(refused.value).partition("evalsql: ")[2].partition("\n")[0]


def of_command_line(connection: duckdb.DuckDBPyConnection, metric: Metric) -> str:
    """The sentence of an evaluation."""
    with pytest.raises(evalsql.InputError) as refused:
        evalsql.evaluate("runs", "qrels", [metric.name], connection=connection)
    return str(refused.value)


TWICE = "document d1 is there twice for query q in run r"
AGAIN = "document d1 is judged twice for query q"


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_every_macro_gives_values_of_what_is_fit(metric: Metric, tables: duckdb.DuckDBPyConnection) -> None:
    found = tables.execute(f"select run, query_id from {call(metric, **fitting(metric))} order by run asc").fetchall()
    assert found == [("r", "q"), ("s", "q")]


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_a_document_twice_in_a_run_is_refused(metric: Metric, tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute("insert into runs values ('r', 'q', 'd1', '0.5')")
    assert complaint(tables, metric) == f"{metric.name}: {TWICE}"
    tables.execute("update runs set doc_id = 'unjudged' where doc_id = 'd1'")
    assert complaint(tables, metric) == f"{metric.name}: {TWICE.replace('d1', 'unjudged')}"


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_a_document_judged_twice_is_refused(metric: Metric, tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute("insert into qrels values ('q', 'd1', '0', 't', null, '1')")
    assert complaint(tables, metric) == f"{metric.name}: {AGAIN}"


def test_the_command_line_says_the_same_of_documents_that_are_there_twice(tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute("insert into runs values ('r', 'q', 'd1', '0.5')")
    assert of_command_line(tables, evalsql.metrics()["P"]).startswith(TWICE)
    tables.execute("delete from qrels where subtopic = 'u'; update qrels set subtopic = null")
    tables.execute("insert into qrels values ('q', 'd1', '0', null, null, '1')")
    assert of_command_line(tables, evalsql.metrics()["P"]).startswith(AGAIN)
    tables.execute("delete from runs where score = '0.5'")  # of two faults threads may find either first
    assert complaint(tables, evalsql.metrics()["P"]) == f"P: {AGAIN}"


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_a_run_without_a_judged_query_is_refused_as_by_the_command_line(
    metric: Metric, tables: duckdb.DuckDBPyConnection
) -> None:
    tables.execute("insert into runs values ('t', 'q3', 'd1', '1'), ('t', 'q2', 'd1', '1')")
    said = "run t and the judgments have no query in common: the"
    assert complaint(tables, metric) == f"{metric.name}: {said} judgments have q, ..."
    if metric is evalsql.metrics()["P"]:
        assert of_command_line(tables, metric) == f"{said} run has q2, q3, ..., the judgments q, ..."
    tables.execute("insert into runs values ('t', 'q', 'd1', '1')")
    tables.execute(f"from {call(metric, **fitting(metric))}")


def test_curves_are_refused_likewise(whole_library: Path, tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute(f"attach if not exists '{whole_library}' as whole (read_only); update runs set query_id = 'q2'")
    for name in ("ndcg_curve", "iprec_curve"):
        with pytest.raises(
            duckdb.Error, match="run r and the judgments have no query in common: the judgments have q,"
        ):
            tables.execute(f"from whole.{name}()")


CHANGES = {
    "judgments without a column relevance": (
        "alter table qrels rename relevance to quality",
        "the qrels have no column relevance (a macro looks for no other names); they need the columns query_id, doc_id"
        " and relevance",
    ),
    "a score with an underscore": (
        "update runs set score = '1_000' where doc_id = 'd1'",
        "a score of the runs is 1_000; a finite number was expected",
    ),
    "a score that is a word": (
        "update runs set score = 'high' where doc_id = 'd1'",
        "a score of the runs is high; a finite number was expected",
    ),
    "a row without a run": (
        "update runs set run = null where doc_id = 'd2'",
        "a row of the runs has no run, where others have one",
    ),
    "a gain that is a word": (
        "update qrels set gain = 'much' where doc_id = 'd1'",
        "a gain of the qrels is much for relevance 1; a gain is 0 or from 1e-9 to 1e15, and a relevance of 0 or less"
        " gains nothing",
    ),
    "an empty document": (
        "update runs set doc_id = '' where doc_id = 'd1'",
        "a run, query_id or doc_id of the runs is empty, or a list or a struct",
    ),
    "an empty query": (
        "update qrels set query_id = ''",
        "a query_id or doc_id of the qrels is empty, or a list or a struct",
    ),
    "an empty run": (
        "update runs set run = '' where run = 's'",
        "a run, query_id or doc_id of the runs is empty, or a list or a struct",
    ),
    "documents that are lists": (
        "create or replace table runs as select * replace ([doc_id] as doc_id) from runs",
        "a run, query_id or doc_id of the runs is empty, or a list or a struct",
    ),
    "queries that are structs": (
        "create or replace table qrels as select * replace ({'id': query_id} as query_id) from qrels",
        "a query_id or doc_id of the qrels is empty, or a list or a struct",
    ),
    "a relevance with an underscore": (
        "update qrels set relevance = '1_0' where doc_id = 'd1'",
        "a relevance of the qrels is 1_0; 0 or a number from 1e-9 to 1e15, or below 0 one of at least -1e15, was"
        " expected",
    ),
    "a score with an underscore in an enum": (
        "create or replace table runs as select * replace ('1_0'::enum ('1_0') as score) from runs",
        "a score of the runs is 1_0; a finite number was expected",
    ),
    "a gain with an underscore": (
        "update qrels set gain = '1_0' where doc_id = 'd1'",
        "a gain of the qrels is 1_0 for relevance 1; a gain is 0 or from 1e-9 to 1e15, and a relevance of 0 or less"
        " gains nothing",
    ),
    "gains that are lists": (
        "create or replace table qrels as select * replace ([1.5] as gain) from qrels where doc_id = 'd1'",
        "a gain of the qrels is [1.5] for relevance 1; a gain is 0 or from 1e-9 to 1e15, and a relevance of 0 or less"
        " gains nothing",
    ),
    "a number without a run": (
        "update runs set run = case when run = 'r' then '1' end; alter table runs alter run type integer",
        "a row of the runs has no run, where others have one",
    ),
    "a relevance beyond all bounds": (
        "update qrels set relevance = '1.7e308' where doc_id = 'd1'",
        "a relevance of the qrels is 1.7e308; 0 or a number from 1e-9 to 1e15, or below 0 one of at least -1e15, was"
        " expected",
    ),
    "a relevance too small to be added": (
        "update qrels set relevance = '1e-20' where doc_id = 'd1'",
        "a relevance of the qrels is 1e-20; 0 or a number from 1e-9 to 1e15, or below 0 one of at least -1e15, was"
        " expected",
    ),
    "a gain below 0": (
        "update qrels set gain = '-1' where doc_id = 'd1'",
        "a gain of the qrels is -1 for relevance 1; a gain is 0 or from 1e-9 to 1e15, and a relevance of 0 or less"
        " gains nothing",
    ),
    "an infinite gain": (
        "update qrels set gain = 'inf' where doc_id = 'd1'",
        "a gain of the qrels is inf for relevance 1; a gain is 0 or from 1e-9 to 1e15, and a relevance of 0 or less"
        " gains nothing",
    ),
    "a gain of what is not relevant": (
        "update qrels set gain = '1', relevance = '0' where doc_id = 'd1'",
        "a gain of the qrels is 1 for relevance 0; a gain is 0 or from 1e-9 to 1e15, and a relevance of 0 or less"
        " gains nothing",
    ),
}


@pytest.mark.quick(name={"nDCG", "alpha_nDCG"})
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("name", ["nDCG", "P", "NumRel", "alpha_nDCG"])
def test_what_is_not_fit_is_refused(name: str, change: tuple[str, str], tables: duckdb.DuckDBPyConnection) -> None:
    statement, sentence = change
    tables.execute(statement)
    metric = evalsql.metrics()[name]
    assert complaint(tables, metric) == f"{name}: {sentence}"
    assert of_command_line(tables, metric)  # which says where, too


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
        duckdb.Error, match=r"evalsql: overlap: document \S+ is there twice for query \d+ in run (bm25|ql)"
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
