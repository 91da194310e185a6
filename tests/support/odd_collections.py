"""Small runs and judgments that hypothesis makes up: odd ids, ties, negative and huge scores, real relevances."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
from hypothesis import strategies as st
from odd_texts import IDS
from written import TEXTS, as_gzip, as_parquet, as_zstd, put

SCORES = [0.0, -0.0, 1.0, 1.0, 0.1, 0.30000000000000004, -2.5, 1e300, -1.7976931348623157e308, 5e-324, 16777217.0, 1e-9]
LEVELS = [0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0.5, -1.0, 1e-9, 0.1, 4.0]
MEASURES = ["AP", "nDCG", "nDCG@2", "RR", "RBP", "Bpref", "NumRet", "ERR", "infAP", "Judged@3"]


@dataclass(frozen=True)
class Collection:
    """Runs and judgments as tables."""

    runs: pa.Table
    qrels: pa.Table


@st.composite
def collections(draw: st.DrawFn, most: int = 4) -> Collection:
    """Two runs over queries, one of them or up to so many, each of at most six documents."""
    queries = draw(st.lists(st.sampled_from(IDS), min_size=most // 4, max_size=most, unique=True))
    runs, qrels = [], []
    for query in queries:
        docs = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=6, unique=True))
        qrels += [(query, doc, draw(st.sampled_from(LEVELS))) for doc in docs[: draw(st.integers(1, len(docs)))]]
        for run in ("one", "two"):
            found = draw(st.permutations(docs))[: draw(st.integers(1, len(docs)))]
            runs += [(run, query, doc, draw(st.sampled_from(SCORES))) for doc in found]
    return Collection(table("run query_id doc_id score", runs), table("query_id doc_id relevance", qrels))


def table(header: str, rows: list[tuple]) -> pa.Table:
    return pa.table(dict(zip(header.split(), map(list, zip(*rows, strict=True)), strict=True)))


@st.composite
def spoiled(draw: st.DrawFn) -> tuple[str, Collection]:
    """A collection that must be refused, and the kind of problem that says why."""
    whole = draw(collections())
    runs, qrels = whole.runs.to_pylist(), whole.qrels.to_pylist()
    kind = draw(st.sampled_from(["retrieved twice", "judged twice", "bad runs", "bad qrels"]))
    row = draw(st.integers(0, len(qrels) - 1))
    judged = qrels[row]
    if kind == "judged twice":
        qrels.append(dict(judged))
    elif kind == "bad qrels":
        qrels[row] = judged | {"relevance": draw(st.sampled_from([float("nan"), float("inf"), 1e300, 1e-12]))}
    elif kind == "retrieved twice":
        runs += [{**judged, "run": "one", "score": score} for score in (0.25, 0.5)]
        runs = [{name: each[name] for name in whole.runs.column_names} for each in runs]
    else:
        runs[0] = runs[0] | {"score": draw(st.sampled_from([float("nan"), float("-inf")]))}
    return kind, Collection(pa.Table.from_pylist(runs), pa.Table.from_pylist(qrels))


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


def runs_in(given: Collection) -> list[str]:
    return sorted(set(given.runs["run"].to_pylist()))


def as_mappings(_: Path, given: Collection) -> tuple[Any, Any]:
    """Runs by name, each {query: {document: score}}."""
    of = {run: given.runs.filter(pa.compute.equal(given.runs["run"], run)) for run in runs_in(given)}
    return {run: by_query(rows, "score") for run, rows in of.items()}, by_query(given.qrels, "relevance")


def as_nested(folder: Path, given: Collection) -> tuple[Any, Any]:
    """The same as files of JSON."""
    import json

    runs, qrels = as_mappings(folder, given)
    for name, rows in runs.items():
        put(folder / "nested" / f"{name}.json", json.dumps(rows))
    return str(folder / "nested"), str(put(folder / "qrels.nested.json", json.dumps(qrels)))


def in_database(folder: Path, given: Collection) -> tuple[Any, Any]:
    """Tables of a DuckDB file."""
    path = folder / "tables.duckdb"
    path.unlink(missing_ok=True)
    with duckdb.connect(str(path)) as connection:
        for name, rows in (("r", given.runs), ("q", given.qrels)):
            connection.register("given", rows)
            connection.execute(f"create table {name} as from given")
    return f"{path}::r", f"{path}::q"


def as_frames(method: str, folder: Path, given: Collection) -> tuple[Any, Any]:
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
