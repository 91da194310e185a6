"""What only Spark can be given."""

from collections.abc import Callable
from typing import Any

import evalsql.spark
from bad_input.clean import JUDGED, RANKINGS
from bad_input.kind import Kind

TITLE = "DataFrames and options of Spark"
RUNS, QRELS = ["run", "query_id", "doc_id", "score"], ["query_id", "doc_id", "relevance"]


def frames(session: Any) -> tuple[Any, Any]:
    return session.createDataFrame([("x", *row) for row in RANKINGS], RUNS), session.createDataFrame(JUDGED, QRELS)


def spark(name: str, *says: str, runs: Any = None, qrels: Any = None, **options: Any) -> Kind:
    """A call on Spark, with options or with other frames, each made by a function of session and frame."""

    def call(session: Any) -> None:
        of_runs, of_qrels = frames(session)
        given = (runs(of_runs) if runs else of_runs, qrels(of_qrels) if qrels else of_qrels)
        evalsql.spark.check(*given, ["AP"], **options)
        evalsql.spark.evaluate(*given, ["AP"], **options).collect()

    return Kind(name, "refused", says, call=call, entries=("spark",))


def instead(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


KINDS = [
    spark("runs that are None", "None", runs=instead(None)),
    spark("runs that are a number", "int", runs=instead(7)),
    spark("runs that are a path that there is not", "not str", runs=instead("none.run")),
    spark("judgments that are None", "None", qrels=instead(None)),
    spark("an empty list of runs", "run", runs=instead([])),
    spark("a column twice", "score", runs=lambda frame: frame.select("*", frame["score"])),
    spark("columns that differ in case", "score", runs=lambda frame: frame.withColumnRenamed("run", "SCORE")),
    spark(
        "documents that are arrays",
        "doc_id",
        runs=lambda frame: frame.selectExpr("run", "query_id", "array(doc_id) as doc_id", "score"),
    ),
    spark(
        "scores that are dates",
        "score",
        runs=lambda frame: frame.selectExpr("run", "query_id", "doc_id", "date'2024-01-02' as score"),
    ),
    spark("ties in the order of rows, which have none", "order", ties="input"),
    spark("parts of no number", "partitions", partitions="many"),
    spark("no part", "partitions", partitions=0),
    spark("no share of a query", "salt", salt=0),
    spark("threads, which are for one machine", "threads are for one machine", settings={"threads": 4}),
    spark("a limit of memory that is a word", "memory_limit", "lots", settings={"memory_limit": "lots"}),
    spark("rows where a column is that there is not", "nothing", where="nothing = 1"),
    spark("rows where something is no SQL", "where", where="run = 'x"),
    spark("a listed query that is not judged", "q9", queries=["q9"]),
    spark("a convention that there is not", "convention|trec", convention="trec"),
]
