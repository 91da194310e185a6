"""Objects of Python as runs and judgments: frames, dictionaries, records, relations."""

import contextlib
import decimal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

from bad_input.clean import JUDGED, RANKINGS, qrels_table, run_table
from bad_input.kind import Kind

TITLE = "Objects of Python: frames, dictionaries, records, relations"
QUERIES = ("q1", "q2", "q3")
BY_QUERY = {query: {doc: score for q, doc, score in RANKINGS if q == query} for query in QUERIES}
FRAME = run_table().to_pandas()
NONE = {(q, m): 0.0 for q in QUERIES for m in ("AP", "nDCG@10")}


def given(name: str, runs: Any, *says: str, **more: Any) -> Kind:
    return Kind(name, more.pop("expected", "refused"), says, inputs={"runs": runs}, entries=("python",), **more)


def judgments(name: str, qrels: Any, *says: str, **more: Any) -> Kind:
    return Kind(name, more.pop("expected", "refused"), says, inputs={"qrels": qrels}, entries=("python",), **more)


def made(name: str, make: Callable[[], tuple], *says: str, **more: Any) -> Kind:
    """Runs that are made with a connection when they are tried."""

    def call(_: Path) -> Any:
        import evalsql

        runs, options = make()
        return evalsql.evaluate(runs, "qrels.txt", ["AP", "nDCG@10"], **options)

    return Kind(name, more.pop("expected", "refused"), says, call=call, entries=("python",), **more)


def frame(**columns: Any) -> pd.DataFrame:
    return FRAME.assign(**columns)


def closed() -> tuple:
    connection = duckdb.connect()
    relation = connection.sql("select 'q1' as query_id, 'd1' as doc_id, 1 as score")
    connection.close()
    return relation, {}


def failing() -> tuple:
    connection = duckdb.connect()
    return connection.sql("select 'q1' as query_id, 'd1' as doc_id, ('x' || range)::int as score from range(3)"), {}


def aborted() -> tuple:
    connection = duckdb.connect()
    connection.register("runs", run_table())
    connection.execute("begin")
    with contextlib.suppress(duckdb.Error):
        connection.execute("select error('stop')")
    return "runs", {"connection": connection}


def unknown() -> tuple:
    return "nothing_of_this_name", {"connection": duckdb.connect()}


def other_connection() -> tuple:
    theirs = duckdb.connect()
    theirs.register("runs_of_theirs", run_table())
    return theirs.table("runs_of_theirs"), {"connection": duckdb.connect()}


def reader() -> tuple:
    table = run_table()
    used = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    used.read_all()
    return used, {}


KINDS = [
    given("None", None, "NoneType|None"),
    given("a number", 7, "a int cannot be read|an int cannot be read|int"),
    given("true", True, "bool"),
    given("bytes", b"q1 Q0 d1 1 3 x", "bytes"),
    given("an empty text", "", "''|empty|no such file"),
    given("an empty list", [], "no run|empty"),
    given("a function", len, "cannot be read"),
    given("an object of no known kind", object(), "cannot be read"),
    given("a list of numbers", [1, 2], "array 1 of the runs", "evaluate_groups"),
    given("a series", FRAME["score"], "array 1", "evaluate_groups"),
    given("an array of NumPy", FRAME["score"].to_numpy(), "array 1", "evaluate_groups"),
    given("a text of TREC in place of a path", "q1 Q0 d1 1 3 x\nq1 Q0 d2 2 2 x", "no such file"),
    given("a dictionary of documents without queries", {"d1": 1.0, "d2": 2.0}, "d1|cannot be read"),
    given("a dictionary of a run that has a list as a score", {"q1": {"d1": [1.0]}}, "list|[1.0]|score"),
    given(
        "a dictionary of a run that has a date of NumPy as a score",
        {"q1": {"d1": np.datetime64("2026-11-22")}},
        "score is '2026-11-22'",
    ),
    given(
        "a dictionary of a run that has true of NumPy as a score",
        {"q1": {"d1": np.True_, "d2": 0.5}},
        "score is 'True'",
    ),
    given("a dictionary of a run that has bytes as a score", {"q1": {"d1": b"2.0"}}, "score is"),
    given(
        "a dictionary of a run with scores of 16 bits",
        {q: {d: np.float16(s) for d, s in docs.items()} for q, docs in BY_QUERY.items()},
        expected="right",
    ),
    given("a dictionary of a run whose ids are numbers", {1: {1: 2.0}}, "no query in common"),
    given("a dictionary of a run whose query is None", {None: {"d1": 2.0}}, "query_id|None"),
    given(
        "a dictionary of a run with scores that are decimals",
        {q: {d: decimal.Decimal(str(s)) for d, s in docs.items()} for q, docs in BY_QUERY.items()},
        expected="right",
    ),
    given(
        "a dictionary of a run with whole numbers beyond 64 bits",
        {"q1": {"d1": 10**30}},
        "d1|score|q2",
        expected="warned",
        measures=["P@1"],
        values={("q2", "P@1"): 0.0, ("q3", "P@1"): 0.0, ("q1", "P@1"): 1.0},
    ),
    given("a dictionary of runs, one of which is None", {"a": BY_QUERY, "b": None}, "b|None"),
    given("a dictionary of runs without a name", {"": FRAME.drop(columns="run")}, "name|empty|run is"),
    given("a frame of pandas", FRAME, expected="right"),
    given("a frame without a row", FRAME[:0], "no rows|empty"),
    given("a frame without a column", pd.DataFrame(), "column|cannot be read"),
    given("a frame with ids in its index", FRAME.set_index(["query_id", "doc_id"]), "no column query_id"),
    given("a frame with columns on two levels", FRAME.T.set_index([["a"] * 4, FRAME.columns]).T, "column"),
    given("a frame with a column twice", pd.concat([FRAME, FRAME[["score"]]], axis=1), "score"),
    given("a frame whose columns are numbers", FRAME.set_axis(range(4), axis=1), "column"),
    given(
        "a frame with a document that is nan",
        frame(doc_id=["d1", float("nan"), "d3", "d1", "d2", "d3"]),
        "row 2: doc_id is",
    ),
    given(
        "a frame with a document that is NA",
        frame(doc_id=pd.array(["d1", None, "d3", "d1", "d2", "d3"], "string")),
        "row 2: doc_id is",
    ),
    given("a frame with documents that are lists", frame(doc_id=[["d1"]] * 6), "doc_id is a list or a struct"),
    given(
        "a frame with documents of several types",
        frame(doc_id=pd.Series(["d1", 2, 3.5, "d1", "d2", None], dtype=object)),
        "doc_id",
    ),
    given(
        "a frame with scores of several types", frame(score=pd.Series([3, "two", 1.0, 2, 1, 1], dtype=object)), "score"
    ),
    given("a frame with a score that is NaT", frame(score=pd.Series([pd.NaT] * 6)), "score is"),
    given("a frame with complex scores", frame(score=[1 + 2j] * 6), "frame 1", "column score is complex128"),
    given("a sparse frame", frame(score=pd.arrays.SparseArray([1.0] * 6)), "frame 1", "column score is Sparse"),
    given(
        "a table of Arrow with scores of 256 bits",
        run_table().set_column(3, "score", pa.array([decimal.Decimal(1)] * len(RANKINGS), pa.decimal256(50, 2))),
        "column score is decimal256(50, 2)",
    ),
    given(
        "a frame of polars with objects of Python",
        pl.DataFrame(run_table()).with_columns(score=pl.lit(object(), dtype=pl.Object)),
        "frame 1",
        "column score is Object",
    ),
    given(
        "a frame with scores of a category",
        frame(score=FRAME["score"].astype(str).astype("category")),
        expected="right",
    ),
    given("a frame with ids of a category", frame(doc_id=FRAME["doc_id"].astype("category")), expected="right"),
    given(
        "a frame of polars with a null",
        pl.DataFrame(run_table()).with_columns(
            score=pl.when(pl.col("doc_id") == "d2").then(None).otherwise(pl.col("score"))
        ),
        "row 2: score is null",
    ),
    given("a lazy frame of polars", pl.DataFrame(run_table()).lazy(), expected="right"),
    given(
        "a lazy frame of polars that fails",
        pl.DataFrame(run_table()).lazy().select(pl.col("nothing")),
        "frame 1",
        "cannot be read",
        "nothing",
    ),
    given(
        "a table of Arrow in many pieces", pa.concat_tables([run_table([row]) for row in RANKINGS]), expected="right"
    ),
    given(
        "a table of Arrow with a column twice",
        pa.Table.from_arrays([*run_table().columns, run_table()["score"]], [*run_table().column_names, "score"]),
        "score",
    ),
    given(
        "a dictionary of lists",
        {name: run_table()[name].to_pylist() for name in run_table().column_names},
        "cannot be read",
    ),
    made("a reader of Arrow that was read before", reader, "no rows|empty|read"),
    made("a relation whose connection is closed", closed, "closed"),
    made("a relation that fails when it is read", failing, "x0|cannot be read"),
    made("a relation of another connection", other_connection, expected="right"),
    made("a table in a transaction that was aborted", aborted, "transaction"),
    made("a name that is neither a table nor a file", unknown, "nothing_of_this_name", "table", "file"),
    judgments("None in the place of judgments", None, "None"),
    judgments("a number in the place of judgments", 1.5, "float"),
    judgments(
        "a dictionary of a query that is a list",
        {"q1": ["d1"]},
        "without judgments",
        expected="warned",
        values={(q, m): 1.0 if q == "q1" else None for q in QUERIES for m in ("AP", "nDCG@10")},
    ),
    judgments("a dictionary with a relevance that is a word", {"q1": {"d1": "high"}}, "high"),
    judgments("a dictionary with a relevance that is None", {"q1": {"d1": None}}, "relevance|None"),
    judgments("a dictionary with a relevance that is infinite", {"q1": {"d1": float("inf")}}, "finite|1e15"),
    judgments(
        "a dictionary with relevances as texts of numbers",
        {q: {d: str(r) for a, d, r in JUDGED if a == q} for q in QUERIES},
        expected="right",
    ),
    judgments(
        "a frame of judgments with a column twice",
        pd.concat([qrels_table().to_pandas(), qrels_table().to_pandas()[["relevance"]]], axis=1),
        "relevance",
    ),
    judgments("a list of judgments as tuples", [("q1", "d1", 1)], "tuple|cannot be read"),
    judgments("the frame of the runs in the place of judgments", FRAME, "run"),
]
