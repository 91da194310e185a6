"""Tables of texts that macros refuse once something was done to them, and what is then said."""

import duckdb
import pytest
from macro_calls import call, fitting

import evalsql
from evalsql import Metric

RUN = [("r", "q", "d1", "3"), ("r", "q", "d2", "2"), ("r", "q", "d3", "1"), ("s", "q", "d1", "1")]
QRELS = [("q", "d1", "1", "t", None), ("q", "d4", "2", "t", None), ("q", "d4", "1", "u", None)]


def put_tables(client: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
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


TWICE = "document d1 appears twice for query q in run r"
AGAIN = "document d1 is judged twice for query q"
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


def assert_refuses(tables: duckdb.DuckDBPyConnection, metric: Metric) -> None:
    """A macro refuses documents that are twice in a run or in the judgments, and a run of other queries."""
    said = "run t and the judgments have no query in common: the judgments have q, ..."
    for statement, sentence in (
        ("insert into runs values ('r', 'q', 'd1', '0.5')", TWICE),
        ("update runs set doc_id = 'unjudged' where doc_id = 'd1'", TWICE.replace("d1", "unjudged")),
        ("delete from runs where score = '0.5'; insert into qrels values ('q', 'd1', '0', 't', null, '1')", AGAIN),
        ("delete from qrels where relevance = '0'; insert into runs values ('t', 'q2', 'd1', '1')", said),
    ):
        tables.execute(statement)
        assert complaint(tables, metric) == f"{metric.name}: {sentence}"
    tables.execute("insert into runs values ('t', 'q', 'd1', '1')")
    found = tables.execute(f"select run, query_id from {call(metric, **fitting(metric))} order by run asc").fetchall()
    assert found == [("r", "q"), ("s", "q"), ("t", "q")]


def assert_unfit(tables: duckdb.DuckDBPyConnection, name: str) -> None:
    """A macro refuses each unfit input with its sentence."""
    found = {}
    for what, (statement, _) in CHANGES.items():
        put_tables(tables).execute(statement)
        found[what] = complaint(tables, evalsql.metrics()[name])
    assert found == {what: f"{name}: {sentence}" for what, (_, sentence) in CHANGES.items()}
