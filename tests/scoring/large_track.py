"""A track of some thousand rows with much that is odd: ties, unanswered queries, negative and fractional relevance."""

import random
from functools import cache
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

RUNS, QUERIES, DOCS = [f"run{i}" for i in (10, 2, 3, 1, 7, 5)], [str(q) for q in range(1, 16)], 60
MEASURES = ("nDCG@10", "AP", "AP(rel=2)", "P@10", "RR", "RBP(p=0.8)", "R@20", "bpref", "Q", "RR_residual", "Judged@10")
WHOLE = ("ADM(top=3)", "AUC", "ESL")  # they look at every document, at ties or at sums of scores


@cache
def track(seed: int = 5) -> tuple[pa.Table, pa.Table]:
    """The runs, in order of run, query and rank but for ties, and the judgments."""
    dice = random.Random(seed)
    runs, qrels = [], []
    for query in QUERIES:
        docs = [f"d{number}" for number in dice.sample(range(1000), DOCS)]
        qrels += [(query, doc, dice.choice((-1.0, 0.0, 0.0, 0.0, 0.5, 1.0, 2.0, 3.0))) for doc in docs[::2]]
        qrels.append((query, "missed by all", 2.0))
    for run in RUNS:
        for query in [*QUERIES, "unjudged"]:
            if dice.random() < 0.1:
                continue
            docs = [doc for q, doc, _ in qrels if q == query][:20] + [f"u{n}" for n in range(25)]
            spread = dice.choice((3, 20, 10**6))
            scores = sorted((dice.randint(1, spread) / spread for _ in docs), reverse=True)
            dice.shuffle(docs)
            runs += [(run, query, doc, score) for doc, score in zip(docs, scores, strict=True)]
    columns = zip(*runs, strict=True)
    return (
        pa.table(dict(zip(("run", "query_id", "doc_id", "score"), columns, strict=True))),
        pa.table(dict(zip(("query_id", "doc_id", "relevance"), zip(*qrels, strict=True), strict=True))),
    )


def shuffled(table: pa.Table, seed: int = 1) -> pa.Table:
    """The same rows in another order."""
    return table.take(random.Random(seed).sample(range(table.num_rows), table.num_rows))


def put_parquet(path: Path, table: pa.Table, rows: int = 100) -> str:
    """A Parquet file of row groups of so many rows."""
    pq.write_table(table, path, row_group_size=rows)
    return str(path)


def put_trec(folder: Path, table: pa.Table) -> list[str]:
    """A TREC file a run."""
    folder.mkdir()
    connection = duckdb.connect().register("runs", table)
    for run in RUNS:
        connection.execute(
            "copy (select query_id, 'Q0', doc_id, 0, score, run from runs where run = $run)"
            f" to '{folder}/{run}.run' (delimiter ' ', header false)",
            {"run": run},
        )
    return [f"{folder}/{run}.run" for run in RUNS]


def bits(scores: duckdb.DuckDBPyRelation) -> list[tuple]:
    """Scores with every bit of their values."""
    rows = scores.order("all").fetchall()
    return [(run, query, metric, value if value is None else value.hex()) for run, query, metric, value in rows]
