"""Runs and judgments of odd ids, ties, negative and huge scores and real relevances, and how each format has them."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
from odd_texts import IDS
from written import TEXTS, as_gzip, as_parquet, as_zstd, put

SCORES = [0.0, -0.0, 1.0, 1.0, 0.1, 0.30000000000000004, -2.5, 1e300, -1.7976931348623157e308, 5e-324, 16777217.0, 1e-9]
LEVELS = [0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0.5, -1.0, 1e-9, 0.1, 4.0]


@dataclass(frozen=True)
class Collection:
    """Runs and judgments as tables."""

    runs: pa.Table
    qrels: pa.Table


def table(header: str, rows: list[tuple]) -> pa.Table:
    return pa.table(dict(zip(header.split(), map(list, zip(*rows, strict=True)), strict=True)))


def collection(queries: int = 100) -> Collection:
    """Two runs over queries called as every id is, and more, of at most six documents each."""
    dice, runs, qrels = random.Random(1), [], []
    for query in [*IDS, *(f"{query}~{query}" for query in IDS), *(f"{query}0" for query in IDS)][:queries]:
        docs = dice.sample(IDS, dice.randint(1, 6))
        qrels += [(query, doc, dice.choice(LEVELS)) for doc in docs[: dice.randint(1, len(docs))]]
        for run in ("one", "two"):
            found = dice.sample(docs, dice.randint(1, len(docs)))
            runs += [(run, query, doc, dice.choice(SCORES)) for doc in found]
    return Collection(table("run query_id doc_id score", runs), table("query_id doc_id relevance", qrels))


def spoiled() -> dict[str, tuple[str, Collection]]:
    """Collections that must be refused by what is wrong in them, each with the kind of problem; each kind at first."""
    whole = collection(3)
    runs, qrels = whole.runs.to_pylist(), whole.qrels.to_pylist()
    found = {
        "a document retrieved twice": ("retrieved twice", [*runs, {**runs[0], "score": 0.25}], qrels),
        "a document judged twice": ("judged twice", runs, [*qrels, qrels[-1]]),
    }
    for score, relevance in zip(("nan", "-inf", "inf", "-inf"), ("nan", "inf", "1e300", "1e-12"), strict=True):
        bad = {**qrels[-1], "relevance": float(relevance)}
        found[f"score {score}"] = ("bad runs", [{**runs[0], "score": float(score)}, *runs[1:]], qrels)
        found[f"relevance {relevance}"] = ("bad qrels", runs, [*qrels[:-1], bad])
    return {name: (kind, Collection(*map(pa.Table.from_pylist, tables))) for name, (kind, *tables) in found.items()}


def in_files(name: str, write: Callable[[pa.Table], bytes], folder: Path, given: Collection) -> tuple[Any, Any]:
    """The runs and the judgments, each a file of a format."""
    return (
        str(put(folder / f"runs-{name}", write(given.runs))),
        str(put(folder / f"qrels-{name}", write(given.qrels))),
    )


def by_query(rows: pa.Table, number: str) -> dict[str, dict[str, float]]:
    """{query: {document: number}}."""
    found: dict[str, dict[str, float]] = {}
    for row in rows.to_pylist():
        found.setdefault(row["query_id"], {})[row["doc_id"]] = row[number]
    return found


def as_mappings(_: Path, given: Collection) -> tuple[Any, Any]:
    """Runs by name, each {query: {document: score}}."""
    names = sorted(set(given.runs["run"].to_pylist()))
    of = {run: given.runs.filter(pa.compute.equal(given.runs["run"], run)) for run in names}
    return {run: by_query(rows, "score") for run, rows in of.items()}, by_query(given.qrels, "relevance")


def as_nested(folder: Path, given: Collection) -> tuple[Any, Any]:
    """The same as files of JSON."""
    runs, qrels = as_mappings(folder, given)
    for name, rows in runs.items():
        put(folder / "nested" / f"{name}.json", json.dumps(rows))
    return str(folder / "nested"), str(put(folder / "qrels.nested.json", json.dumps(qrels)))


def in_database(folder: Path, given: Collection) -> tuple[Any, Any]:
    """Tables of a DuckDB file."""
    path = folder / "tables.duckdb"
    folder.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with duckdb.connect(str(path)) as connection:
        for name, rows in (("r", given.runs), ("q", given.qrels)):
            connection.register("given", rows)
            connection.execute(f"create table {name} as from given")
    return f"{path}::r", f"{path}::q"


def as_frames(method: str, _: Path, given: Collection) -> tuple[Any, Any]:
    """Frames of another package."""
    if method == "polars":
        import polars

        return polars.from_arrow(given.runs), polars.from_arrow(given.qrels)
    return given.runs.to_pandas(), given.qrels.to_pandas()


FORMATS: Mapping[str, Callable[[Path, Collection], tuple[Any, Any]]] = {
    **{name: partial(in_files, name, write) for name, write in TEXTS.items()},
    "trec.run.gz": partial(in_files, "trec.run.gz", lambda rows: as_gzip(TEXTS["trec.txt"](rows))),
    "commas.csv.gz": partial(in_files, "commas.csv.gz", lambda rows: as_gzip(TEXTS["commas.csv"](rows))),
    "lines.jsonl.zst": partial(in_files, "lines.jsonl.zst", lambda rows: as_zstd(TEXTS["lines.jsonl"](rows))),
    "rows.parquet": partial(in_files, "rows.parquet", as_parquet),
    "nested.json": as_nested,
    "mappings": as_mappings,
    "database": in_database,
    "arrow": lambda _, given: (given.runs, given.qrels),
    "pandas": partial(as_frames, "pandas"),
    "polars": partial(as_frames, "polars"),
}
OF_ONE_KEY = {"nested.json", "mappings"}  # where nothing can be there twice
