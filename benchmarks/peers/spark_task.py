"""One task of evalsql on Spark without Spark: all rows of a workload as one partition; prints what it took."""

import json
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from evalsql.catalog.measure import as_measures
from evalsql.spark.task import Job, score_partition

BATCH = 10_000  # rows, as Spark sends them
COLUMNS = {"runs": ["run", "query_id", "doc_id", "score"], "qrels": ["query_id", "doc_id", "relevance"]}

TYPES = {
    "runs": pa.struct([(name, pa.float64() if name == "score" else pa.string()) for name in COLUMNS["runs"]]),
    "qrels": pa.struct([(name, pa.int64() if name == "relevance" else pa.string()) for name in COLUMNS["qrels"]]),
    "known": pa.struct([("run", pa.string())]),
}


def rows(folder: Path) -> Iterator[pa.RecordBatch]:
    """The rows as a task gets them: a kind, a salt, and a struct of each kind's columns."""
    files = [("qrels", folder / "qrels.parquet"), *(("runs", each) for each in sorted((folder / "runs").iterdir()))]
    names: set[str] = set()
    for kind, file in files:
        for batch in pq.ParquetFile(file).iter_batches(BATCH, columns=COLUMNS[kind]):
            yield tagged(kind, batch)
            if kind == "runs":
                names |= set(batch["run"].unique().to_pylist())
    yield tagged("known", pa.RecordBatch.from_pydict({"run": sorted(names)}))


def tagged(kind: str, batch: pa.RecordBatch) -> pa.RecordBatch:
    """Rows of a kind, with a column for each other kind, in which they have nothing."""
    size = batch.num_rows
    columns = {name: pa.nulls(size, type_) for name, type_ in TYPES.items()}
    columns |= {"kind": pa.array([kind] * size), "salt": pa.array([0] * size, pa.int32())}
    return pa.RecordBatch.from_pydict(columns | {kind: batch.to_struct_array().cast(TYPES[kind])})


def main(folder: str, memory: str, *measures: str) -> None:
    """Scores the rows of a folder, and prints seconds of CPU, MiB, how many facts there are, and why it refused."""
    job = Job(as_measures(measures), COLUMNS, {"memory_limit": memory}, {"population": "qrels"})
    facts = pa.Table.from_batches(score_partition(rows(Path(folder)), job))
    refused = facts.filter(pc.field("fact") == "refused")["metric"].to_pylist()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    told = {"cpu": process_time(), "peak": peak, "facts": facts.num_rows, "refused": refused}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
