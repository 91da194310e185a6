"""Suites made of the simulated track: its queries by tens, as five collections."""

from pathlib import Path

import duckdb
from places import FIXTURES

NAMES = ("arguana", "fiqa", "nfcorpus", "scifact", "touche")
RUNS = ("bm25", "dense", "dense+bm25", "splade", "splade+ce")
TRACK = FIXTURES / "track"


def queries_of(name: str) -> str:
    """A condition on the queries of a collection."""
    first = 101 + 10 * NAMES.index(name)
    return f"query_id::integer between {first} and {first + 9}"


def put_suite(folder: Path, lacking: tuple[tuple[str, str], ...] = (("touche", "splade"),)) -> Path:
    """A folder of collections as BEIR has them, each with its runs beside the judgments.

    Args:
        folder: where it is made.
        lacking: which collection has no run of which name.
    """
    own = duckdb.connect()
    for name in NAMES:
        (folder / name / "qrels").mkdir(parents=True)
        (folder / name / "runs").mkdir()
        own.execute(
            f'copy (select query_id as "query-id", doc_id as "corpus-id", relevance as score'
            f" from '{TRACK / 'qrels.parquet'}' where {queries_of(name)})"
            f" to '{folder / name / 'qrels' / 'test.tsv'}' (delimiter '\t', header)"
        )
        (folder / name / "corpus.jsonl").write_text('{"_id": "d", "title": "", "text": "a document"}\n')
        (folder / name / "queries.jsonl").write_text('{"_id": "q", "text": "a query"}\n')
        for run in RUNS:
            if (name, run) not in lacking:
                own.execute(
                    f"copy (select query_id, doc_id, score from '{TRACK / 'runs.parquet'}'"
                    f" where run = '{run}' and {queries_of(name)})"
                    f" to '{folder / name / 'runs' / f'{run}.parquet'}'"
                )
    return folder


def by_dataset() -> tuple[duckdb.DuckDBPyRelation, duckdb.DuckDBPyRelation]:
    """Runs and judgments of all collections, with a column dataset."""
    own = duckdb.connect()
    names = "array_value('{}')[((query_id::integer - 101) // 10) + 1]".format("', '".join(NAMES))
    runs = own.sql(f"select {names} as dataset, run, query_id, doc_id, score from '{TRACK / 'runs.parquet'}'")
    return runs, own.sql(f"select {names} as dataset, query_id, doc_id, relevance from '{TRACK / 'qrels.parquet'}'")
