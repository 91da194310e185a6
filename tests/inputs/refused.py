"""A small run and judgments without fault, how each format writes rows like theirs, and what a refusal says."""

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from written import as_jsonl, put

from evalsql import InputError, evaluate

RUN = ["q1 Q0 d1 1 3 x", "q1 Q0 d2 2 2 x", "q2 Q0 d1 1 1 x"]
QRELS = ["q1 0 d1 1", "q1 0 d2 0", "q2 0 d1 1"]
RUN_HEADER, QRELS_HEADER = ("query_id", "doc_id", "score"), ("query_id", "doc_id", "relevance")
GOOD_RUN = [("q1", "d1", "3"), ("q1", "d2", "2"), ("q2", "d1", "1")]


def put_csv(path: Path, header: tuple[str, ...], rows: list[tuple]) -> Path:
    return put(path, [",".join("" if value is None else value for value in row) for row in [header, *rows]])


def put_jsonl(path: Path, header: tuple[str, ...], rows: list[tuple]) -> Path:
    return put(path, as_jsonl(frame(header, rows)))


def put_parquet(path: Path, header: tuple[str, ...], rows: list[tuple]) -> Path:
    return put(path, frame(header, rows))


def put_database(path: Path, header: tuple[str, ...], rows: list[tuple]) -> str:
    return put_table(path.with_suffix(".duckdb"), path.stem, frame(header, rows))


def put_table(file: Path, name: str, rows: pa.Table) -> str:
    """A table in a DuckDB file, as it is named on the command line."""
    with duckdb.connect(str(file)) as connection:
        connection.register("given", rows)
        connection.execute(f"create or replace table {name} as from given")
    return f"{file}::{name}"


def frame(header: tuple[str, ...], rows: list[tuple]) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else [()] * len(header)
    return pa.table({name: pa.array(values, pa.string()) for name, values in zip(header, columns, strict=True)})


# How each format is written, and what it calls its second row.
WRITERS = {
    "file.csv": (put_csv, "row 2 after the header"),
    "file.jsonl": (put_jsonl, "record 2"),
    "file.parquet": (put_parquet, "row 2"),
    "file.table": (put_database, "row 2"),
    "frame": (lambda _, header, rows: frame(header, rows), "row 2"),
}


def refusal(runs, qrels, measures="AP", **options) -> str:
    """The one sentence that refuses the inputs."""
    with pytest.raises(InputError) as caught:
        evaluate(runs, qrels, measures, **options)
    said = str(caught.value)
    assert "\n" not in said
    assert said == said.strip()
    for word in ("Possible fixes", "LINE 1", "Error:", "candidate", "struct_pack", "/evalsql-", "evalsql_"):
        assert word not in said
    return said


def numbered(count: int) -> bytes:
    return "".join(f"q1 Q0 d{place * 7919 % 10007} {place} {count - place} x\n" for place in range(1, count)).encode()
