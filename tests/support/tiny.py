"""The tiny collection: its files, the same as tables of Arrow, and the scores of whatever holds it."""

import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from databases import instance
from places import FIXTURES
from written import put

from evalsql import Evaluation, InputError
from evalsql.catalog.inputs import Kind
from evalsql.connections import cursor_of
from evalsql.errors import refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone

TINY = FIXTURES / "tiny"
FILES = GOOD_FILE, POOR_FILE, QRELS_FILE = TINY / "good.run", TINY / "poor.run", TINY / "qrels.txt"
QUERIES = ["q1", "q2", "q3", "q4", "q5", "q6", "q7"]
MEASURES = ["AP", "nDCG@10", "RBP(p=0.8)", "P@5", "Judged@5"]
RUN_COLUMNS = ("query_id", "iteration", "doc_id", "rank", "score", "run")
QRELS_COLUMNS = ("query_id", "iteration", "doc_id", "relevance")


def table_of(columns: tuple[str, ...], *files: str) -> pa.Table:
    rows = [line.split() for file in files for line in (TINY / file).read_text().splitlines()]
    numbers = {"rank": pa.int64(), "score": pa.float64(), "relevance": pa.int64()}
    texts = dict(zip(columns, zip(*rows, strict=True), strict=True))
    return pa.table({c: pa.array(texts[c]).cast(numbers.get(c, pa.string())) for c in columns if c != "iteration"})


RUNS = table_of(RUN_COLUMNS, "good.run", "poor.run")
QRELS = table_of(QRELS_COLUMNS, "qrels.txt")
GOOD, POOR = (RUNS.filter(pc.field("run") == run) for run in ("good", "poor"))


def scores(runs, qrels=QRELS_FILE, **options) -> list[tuple]:
    return Evaluation(runs, qrels, **options).score(MEASURES).fetchall()


@cache
def expected() -> list[tuple]:
    return scores([GOOD_FILE, POOR_FILE])


def average_precision(runs, qrels=QRELS_FILE, **options) -> dict[tuple[str, str], float]:
    return {(run, query): value for run, query, _, value in Evaluation(runs, qrels, **options).score("AP").fetchall()}


def sample(query: str, judged: list[tuple[str, str, int]]) -> pa.Table:
    """Judgments of a sample of a pool: document, stratum and relevance."""
    return pa.Table.from_pylist(
        [{"query_id": query, "doc_id": doc, "stratum": stratum, "relevance": rel} for doc, stratum, rel in judged]
    )


def read(
    given: Any, kind: Kind = "runs", connection: duckdb.DuckDBPyConnection | None = None, **options
) -> list[tuple]:
    """The rows of runs or judgments as they are read, in order, where nothing is wrong with them; a run's by its name.

    It takes a tenth of an evaluation's time, which is shown elsewhere to go by these rows.
    """
    numbers = {"qrels": "relevance", "gains": "gain", "weights": "weight", "costs": "cost", "values": "value"}
    number = numbers.get(kind, "score")
    reader = cursor_of(connection) if connection else instance().cursor()
    with views.reading(reader) as folder:
        sources = views.read(reader, given, kind, folder, connection, **options)
        refuse(problem for problem in problems_alone(reader, kind, sources) if problem.level == "error")
        run = "run" if kind in ("runs", "values") else "null"
        key = {"gains": "relevance", "weights": "subtopic", "values": "metric"}.get(kind, "doc_id")
        found = reader.execute(f"select {run}, query_id, {key}, {number}::double from evalsql_{kind}").fetchall()
    return sorted((*ids, value if value is None else (value + 0.0).hex()) for *ids, value in found)


def rows_of(table: pa.Table) -> list[tuple]:
    """The same of a table."""
    runs = table["run"].to_pylist() if "run" in table.column_names else [None] * len(table)
    number = "score" if "score" in table.column_names else "relevance"
    columns = (table[name].to_pylist() for name in ("query_id", "doc_id", number))
    return sorted((*ids, (float(value) + 0.0).hex()) for *ids, value in zip(runs, *columns, strict=True))


def rows_read(runs: Any, qrels: Any = QRELS_FILE, connection: duckdb.DuckDBPyConnection | None = None) -> list[tuple]:
    """The rows of runs, beside judgments that must be those of the tiny collection."""
    if qrels is not QRELS_FILE:
        assert read(qrels, "qrels", connection) == rows_of(QRELS)
    return read(runs, "runs", connection)


def all_rows() -> list[tuple]:
    return rows_of(RUNS)


def unread(given: Any, kind: Kind = "runs", **options) -> str:
    """The one sentence with which runs or judgments are not read."""
    with pytest.raises(InputError) as refused:
        read(given, kind, **options)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def unsaid(cases: Iterable[tuple[Any, str]], kind: Kind = "runs", **options) -> list[tuple[str, str]]:
    """Of inputs and words of the sentence that refuses each: the words that are not there, beside the sentence."""
    said = [(words, unread(given, kind, **options)) for given, words in cases]
    return [(words, sentence) for words, sentence in said if words not in sentence]


def values() -> pa.Table:
    """The scores of the tiny collection."""
    columns = ("run", "query_id", "metric", "value")
    return pa.table(dict(zip(columns, map(list, zip(*expected(), strict=True)), strict=True)))


class Spark4:
    """What Spark 4 gives: it knows its columns, and counts how often its rows are asked for."""

    columns = ()

    def __init__(self, rows: pa.Table) -> None:
        self.rows, self.asked = rows, 0

    def __getattr__(self, name: str) -> None:
        raise AttributeError(name)  # no column is called so

    def toArrow(self) -> pa.Table:
        self.asked += 1
        return self.rows


class Spark3:
    """What Spark 3 gives."""

    columns = ()

    def __init__(self, rows: pa.Table) -> None:
        self.rows = rows

    def toPandas(self) -> object:
        return self.rows.to_pandas()


SPARK = (Spark4, Spark3)
for each, module in zip(SPARK, ("pyspark.sql.connect.dataframe", "pyspark.sql.dataframe"), strict=True):
    each.__name__, each.__module__ = "DataFrame", module


SUITE = """
measures = ["AP", "RR"]
resamples = 40
depth = 3
[datasets.first]
qrels = "qrels.txt"
runs = ["good.run", "poor.run"]
without_own = true
[datasets.second]
qrels = "other.txt"
runs = ["good.run", "poor.run"]
"""


def put_collection(folder: Path) -> Path:
    """Puts there the tiny collection, other judgments, a suite, and scores of three runs of which one is far ahead."""
    for each in TINY.iterdir():
        shutil.copy(each, folder)
    shutil.copy(folder / "good.run", folder / "again.run")
    put(folder / "other.txt", ["q1 0 d01 1", "q1 0 d04 0", "q2 0 d02 2", "q9 0 d01 1"])
    put(folder / "diverse.txt", ["q1 1 d01 1", "q1 2 d01 1", "q1 2 d02 1", "q2 1 d02 1"])
    put(folder / "weights.csv", ["query_id,subtopic,w", "q1,1,2", "q1,2,1", "q2,1,3"])
    put(folder / "halves.csv", ["query_id,half", *(f"q{n},{'one' if n < 5 else 'two'}" for n in range(1, 9))])
    put(
        folder / "topics.csv",
        ["query_id,kind,text", *(f"q{n},{'odd' if n % 2 else 'even'},question {n}" for n in range(1, 9))],
    )
    scores = ["good,q1,AP,0.9166666666666666", "good,q2,AP,0.83", "poor,q1,AP,0.25"]
    put(folder / "recorded.csv", ["run,query_id,metric,value", *scores])
    scores = [
        line
        for run, level, step in (("a", 70, 1), ("b", 50, 2), ("c", 49, 3))
        for n in range(1, 9)
        for line in (
            f"{run},q{n},AP,{(level + n * step % 5) / 100}",
            f"{run},q{n},RR,{1 / (1 + (n * step + level) % 3)}",
        )
    ]
    put(folder / "two.toml", SUITE.splitlines())
    put(folder / "three.csv", ["run,query_id,metric,value", *scores])
    return folder
