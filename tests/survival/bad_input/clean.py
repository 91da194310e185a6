"""The collection that is spoiled: two runs and judgments of three queries, without fault."""

from pathlib import Path

import pyarrow as pa
from written import put

RANKINGS = [
    ("q1", "d1", 3.0),
    ("q1", "d2", 2.0),
    ("q1", "d3", 1.0),
    ("q2", "d1", 2.0),
    ("q2", "d2", 1.0),
    ("q3", "d3", 1.0),
]
OTHERS = [("q1", "d2", 2.0), ("q1", "d1", 1.0), ("q2", "d2", 3.0), ("q3", "d1", 2.0), ("q3", "d3", 1.0)]
JUDGED = [("q1", "d1", 1), ("q1", "d2", 0), ("q1", "d4", 2), ("q2", "d2", 1), ("q2", "d1", 0), ("q3", "d3", 1)]
DIVIDED = [("q1", "d1", "1", 1), ("q1", "d2", "2", 1), ("q2", "d2", "1", 1), ("q3", "d3", "1", 1), ("q3", "d3", "2", 1)]
SAMPLED = [(*row, "1") for row in JUDGED]


def run_lines(rows: list[tuple] = RANKINGS, tag: str = "x") -> list[str]:
    places: dict[str, int] = {}
    lines = []
    for query, doc, score in rows:
        places[query] = places.get(query, 0) + 1
        lines.append(f"{query} Q0 {doc} {places[query]} {score:g} {tag}")
    return lines


def qrels_lines(rows: list[tuple] = JUDGED) -> list[str]:
    return [f"{query} 0 {doc} {relevance}" for query, doc, relevance in rows]


def run_table(rows: list[tuple] = RANKINGS, **types: pa.DataType) -> pa.Table:
    return table(("run", "query_id", "doc_id", "score"), [("x", *row) for row in rows], types)


def qrels_table(rows: list[tuple] = JUDGED, **types: pa.DataType) -> pa.Table:
    return table(("query_id", "doc_id", "relevance"), rows, types)


def table(names: tuple[str, ...], rows: list[tuple], types: dict[str, pa.DataType] | None = None) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else [()] * len(names)
    fixed = {**dict.fromkeys(names), **(types or {})}
    return pa.table({name: pa.array(column, fixed[name]) for name, column in zip(names, columns, strict=True)})


FILES = {
    "clean.run": run_lines(),
    "other.run": run_lines(OTHERS, "y"),
    "qrels.txt": qrels_lines(),
    "kinds.csv": ["query_id,language", "q1,en", "q2,de", "q3,en"],
}


def put_clean(folder: Path) -> None:
    for name, content in FILES.items():
        put(folder / name, content)
