"""Files and standard input made on the spot: how each format writes a table, and how it is packed."""

import csv
import gzip
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet as pq


def put(path: Path, content: bytes | str | list[str] | pa.Table) -> Path:
    """A file of this content: bytes, a text, lines, or a table, which is written as Parquet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, pa.Table):
        content = as_parquet(content)
    if isinstance(content, list):
        content = "".join(f"{line}\n" for line in content)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def put_lines(path: Path, *lines: str) -> Path:
    return put(path, list(lines))


def pipe(monkeypatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))


def as_parquet(table: pa.Table) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    return buffer.getvalue()


def as_csv(table: pa.Table, delimiter: str = ",", quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator="\n")
    writer.writerow(table.column_names)
    writer.writerows(row.values() for row in table.to_pylist())
    return text.getvalue().encode()


def as_jsonl(table: pa.Table) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in table.to_pylist()).encode()


def as_trec(table: pa.Table) -> bytes:
    line = (
        "{query_id} Q0 {doc_id} 0 {score!r} {run}\n"
        if "score" in table.column_names
        else "{query_id} 0 {doc_id} {relevance}\n"
    )
    return "".join(line.format(**row) for row in table.to_pylist()).encode()


def as_gzip(content: bytes) -> bytes:
    return gzip.compress(content)


def as_zstd(content: bytes) -> bytes:
    return pa.compress(content, codec="zstd", asbytes=True)


TEXTS = {
    "trec.txt": as_trec,
    "commas.csv": as_csv,
    "semicolons.csv": lambda table: as_csv(table, ";"),
    "bars.csv": lambda table: as_csv(table, "|"),
    "quoted.csv": lambda table: as_csv(table, quoting=csv.QUOTE_ALL),
    "tabs.tsv": lambda table: as_csv(table, "\t"),
    "header.txt": as_csv,
    "lines.jsonl": as_jsonl,
    "lines.ndjson": as_jsonl,
    "array.json": lambda table: json.dumps(table.to_pylist()).encode(),
    "indented.json": lambda table: json.dumps(table.to_pylist(), indent=2).encode(),
}
ALL_FORMATS = {"trec": as_trec, "csv": as_csv, "jsonl": as_jsonl, "parquet": as_parquet}
