"""The data that is timed. Nothing in it is real; every call makes the same rows from one seed.

Each query has a pool of candidate documents, of which the first are judged. A run scores a candidate by its relevance,
by whether it is judged, by what all runs share, and by noise of its own, and keeps the best.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import duckdb
import numpy as np
import pyarrow as pa

SEED = 20261121
UNJUDGED = -1
SUBTOPICS = 5
NUMBER = "doc::varchar"
TREC_ID = """case doc % 4
    when 0 then 'FBIS3-' || doc
    when 1 then 'FT911-' || doc
    when 2 then printf('FR940104-0-%05d', doc)
    else printf('LA010189-%04d.%02d', doc % 10000, doc // 10000) end"""


class Workload(NamedTuple):
    """How the runs and judgments of one workload come about."""

    name: str
    queries: range  # their ids
    runs: int
    pool: int
    relevant: tuple[int, ...] | range  # how many documents of a query are; each number is as likely
    judged: int = 0  # documents of a query; those relevant are judged in any case
    grades: tuple[int, ...] = (1,)
    depth: int = 1000
    collection: int = 8_841_823  # documents; a prime
    doc_id: str = NUMBER  # the id of document number `doc`, in SQL
    decimals: tuple[int, ...] = (5,)  # of a run's scores: the fewer, the more ties
    text: bool = False  # TREC text too, one file per run
    shuffled: bool = False  # the rows in no order too
    subtopics: bool = False  # judgments by subtopic too
    file_a_run: bool = False  # Parquet

    def tiny(self) -> "Workload":
        """The same with a hundredth of the queries and three runs at most, to try things out."""
        return self._replace(queries=self.queries[: max(3, len(self.queries) // 100)], runs=min(self.runs, 3))

    def tag(self, run: int) -> str:
        """The name of a run."""
        return f"sys{run:03d}"


W1 = Workload(
    "w1",
    queries=range(401, 451),
    runs=1,
    pool=6000,
    relevant=range(20, 301),
    judged=1500,
    grades=(1, 1, 1, 2, 2, 3),
    collection=528_163,
    doc_id=TREC_ID,
    text=True,
    subtopics=True,
)
W2 = W1._replace(name="w2", runs=129, decimals=(3, 4, 5), shuffled=True, subtopics=False)
W3 = Workload(
    "w3", queries=range(2, 1_095_862, 157), runs=1, pool=1500, relevant=(1,) * 15 + (2,), text=True, shuffled=True
)
W4 = Workload(
    "w4",
    queries=range(100_000, 1_070_000, 97),
    runs=10,
    pool=1500,
    relevant=range(5, 26),
    judged=50,
    grades=(1, 1, 2),
    file_a_run=True,
)


def growing(queries: int) -> Workload:
    """One run of W4 over some of its queries, as text too."""
    return W4._replace(name=f"w4_{queries}", queries=W4.queries[:queries], runs=1, text=True, file_a_run=False)


def make(workload: Workload, folder: Path) -> Path:
    """The folder of a workload inside another, made unless it is there already."""
    made = folder / workload.name
    stamp = made / "workload.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == repr(workload):
        return made
    shutil.rmtree(made, ignore_errors=True)
    (made / "text").mkdir(parents=True)
    (made / "runs").mkdir()
    write(workload, made)
    stamp.write_text(repr(workload), encoding="utf-8")
    return made


def write(workload: Workload, folder: Path) -> None:
    """Write the files of a workload."""
    rng = np.random.default_rng(SEED)
    docs, relevance = judge(workload, rng)
    write_qrels(workload, folder, rng, docs, relevance)
    every = []
    for run, rows in enumerate(retrieve(workload, rng, docs, relevance)):
        if workload.text:
            line = "query_id, 'Q0', doc_id, rank, score, run"
            copy(workload, rows, line, folder / "text" / f"{workload.tag(run)}.run")
        if workload.file_a_run:
            copy(workload, rows, "run, query_id, doc_id, score", folder / "runs" / f"{workload.tag(run)}.parquet")
        else:
            every.append(rows)
    if every:
        rows = pa.concat_tables(every).combine_chunks()
        copy(workload, rows, "run, query_id, doc_id, score", folder / "runs.parquet")
        if workload.shuffled:
            rows = rows.take(rng.permutation(rows.num_rows))
            copy(workload, rows, "run, query_id, doc_id, score", folder / "shuffled.parquet")


def judge(workload: Workload, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The documents in the pool of each query, and their relevance."""
    shape = (len(workload.queries), workload.pool)
    start = rng.integers(workload.collection, size=(shape[0], 1))
    step = rng.integers(1, workload.collection, size=(shape[0], 1))
    docs = (start + step * np.arange(workload.pool)) % workload.collection  # of a prime: none comes twice
    relevance = np.full(shape, UNJUDGED, dtype=np.int8)
    relevance[:, : workload.judged] = 0
    relevant = np.arange(workload.pool) < rng.choice(workload.relevant, size=(shape[0], 1))
    relevance[relevant] = rng.choice(workload.grades, size=relevant.sum())
    return docs, relevance


def retrieve(
    workload: Workload, rng: np.random.Generator, docs: np.ndarray, relevance: np.ndarray
) -> Iterator[pa.Table]:
    """The rows of each run, by query and rank."""
    queries = np.repeat(np.array(workload.queries), workload.depth)
    ranks = np.tile(np.arange(1, workload.depth + 1), len(workload.queries))
    shared = rng.standard_normal(relevance.shape, dtype=np.float32) + 1.2 * (relevance != UNJUDGED)
    for run in range(workload.runs):
        noise = 1.3 * rng.standard_normal(relevance.shape, dtype=np.float32)
        scores = 10 + shared + rng.uniform(0.2, 1.2) * np.maximum(relevance, 0) + noise
        # whole steps, few enough to differ in single precision too, in which pytrec_eval compares scores
        steps = 10 ** int(rng.choice(workload.decimals))
        keys = np.rint(scores * -steps).astype(np.int64) * workload.pool + np.arange(workload.pool)
        keys.sort(axis=1)
        best = keys[:, : workload.depth]
        yield pa.table(
            {
                "run": np.full(queries.size, run),
                "query": queries,
                "rank": ranks,
                "doc": np.take_along_axis(docs, best % workload.pool, axis=1).ravel(),
                "score": -(best // workload.pool).ravel() / steps,
            }
        )


def write_qrels(
    workload: Workload, folder: Path, rng: np.random.Generator, docs: np.ndarray, relevance: np.ndarray
) -> None:
    """Write the judgments, as Parquet and text."""
    query, candidate = np.nonzero(relevance != UNJUDGED)
    columns = {"query": np.array(workload.queries)[query], "doc": docs[query, candidate]}
    graded = relevance[query, candidate].astype(np.int64)
    rows = pa.table(columns | {"relevance": graded})
    copy(workload, rows, "query_id, doc_id, relevance", folder / "qrels.parquet")
    copy(workload, rows, "query_id, 0, doc_id, relevance", folder / "qrels.txt")
    if workload.subtopics:
        covers = (rng.random((graded.size, SUBTOPICS)) < 0.4) & (graded[:, None] > 0)
        row, subtopic = np.nonzero(covers | (rng.random(covers.shape) < 0.2))  # not every pair is judged
        columns = {name: values[row] for name, values in columns.items()}
        rows = pa.table(columns | {"subtopic": subtopic + 1, "relevance": covers[row, subtopic].astype(np.int64)})
        copy(workload, rows, "query_id, subtopic::varchar as subtopic, doc_id, relevance", folder / "subtopics.parquet")
        copy(workload, rows, "query_id, subtopic, doc_id, relevance", folder / "subtopics.txt")


def copy(workload: Workload, rows: pa.Table, columns: str, file: Path) -> None:
    """Write columns of rows to a file, in their order."""
    form = "format parquet" if file.suffix == ".parquet" else "format csv, delimiter ' ', header false"
    run = "printf('sys%03d', run) as run, " if "run" in rows.column_names else ""
    with duckdb.connect() as connection:
        connection.register("numbers", rows)
        connection.execute(
            f"copy (select {columns} from (select * replace ({run}query as query),"
            f" query::varchar as query_id, {workload.doc_id} as doc_id from numbers)) to '{file}' ({form})"
        )
