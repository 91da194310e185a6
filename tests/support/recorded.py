"""Real collections, ranked once, and what trec_eval and others said of them.

Nothing of them may be copied into this repository, so the tests skip where they are absent.
"""

import gzip
from functools import cache
from pathlib import Path

import duckdb
import pytest
from places import COLLECTIONS

import evalsql

present = pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")

CLOSE = 1e-9
VERSION_9 = "trec_eval-9.0.8"
REFUSED = "trec_eval-9.0.8 (v10 refuses: topic missing)"


def small(collection: str) -> bool:
    """Whether a collection stands for the others: it is read in little time."""
    return collection in ("trec_eval_test", "dl19_passage")


@cache
def evaluation(
    collection: str, population: str = "qrels", depth: int | None = None, judged_only: bool = False
) -> evalsql.Evaluation:
    """All runs of a collection, ranked once."""
    folder = COLLECTIONS / collection
    options = {"population": population, "depth": depth, "judged_only": judged_only}
    return evalsql.Evaluation(str(folder / "runs"), str(folder / "qrels.txt"), **options)


def lines(path: Path) -> str:
    """A query for the lines of TREC files: their fields, and the file."""
    return (
        "select string_split_regex(trim(line), '\\s+') as field, filename from"
        f" read_csv('{path}', columns={{'line': 'varchar'}}, delim='\x01', quote='', header=false, filename=true)"
    )


@cache
def evaluation_of(collection: str, score: str = "score", condition: str = "true") -> evalsql.Evaluation:
    """All runs of a collection with their scores as SQL has them, of the documents that a condition is true of.

    Args:
        collection: the folder.
        score: an expression over score, such as single precision.
        condition: one over relevance, which is null where a document is not judged.
    """
    folder = COLLECTIONS / collection

    runs = duckdb.sql(
        f"""
        with
            documents as (
                select
                    regexp_extract(filename, '([^/]*)[.]run', 1) as run,
                    field[1] as query_id,
                    field[3] as doc_id,
                    field[5]::double as score
                from ({lines(folder / "runs" / "*")})
            ),
            judgments as (
                select field[1] as query_id, field[3] as doc_id, field[4]::integer as relevance
                from ({lines(folder / "qrels.txt")})
            )
        select run, query_id, doc_id, {score} as score
        from documents
        left join judgments using (query_id, doc_id)
        where {condition}
        """
    ).to_arrow_table()
    return evalsql.Evaluation(runs, str(folder / "qrels.txt"))


def said(collection: str, file: str, tool: str) -> str:
    """A query for what a tool said of a collection, its runs named as evalsql names them."""
    path = COLLECTIONS / collection / "expected" / f"{file}.parquet"
    return (
        "select regexp_replace(run, '[.]run$', '') as run, query_id, tool_measure, value"
        f" from '{path}' where tool = '{tool}'"
    )


def fields(path: Path) -> list[list[str]]:
    """The fields of every line of a TREC file, packed or not."""
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [line.split() for line in text.decode().splitlines()]


@cache
def judgments(collection: str) -> dict[str, dict[str, int]]:
    """Relevance by query and document."""
    found: dict[str, dict[str, int]] = {}
    for query, _, doc, relevance, *_ in fields(COLLECTIONS / collection / "qrels.txt"):
        found.setdefault(query, {})[doc] = int(relevance)
    return found


@cache
def rankings(collection: str) -> dict[tuple[str, str], list[tuple[float, str]]]:
    """Scores and documents by run and query, best first. Python orders texts as their UTF-8 bytes are ordered."""
    found: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for path in (COLLECTIONS / collection / "runs").iterdir():
        for query, _, doc, _, score, *_ in fields(path):
            found.setdefault((path.stem, query), []).append((float(score), doc))
    return {key: sorted(ranking, reverse=True) for key, ranking in found.items()}


def per_query(collection: str, file: str, tool: str, names: dict[str, str]) -> list[tuple[str, str, str, float, float]]:
    """Run, query, the tool's name for a measure, its value and ours. The names say which measure is which of ours."""
    scores = evaluation(collection).score(list(names.values())).fetchall()
    ours = {(run, query, metric): value for run, query, metric, value in scores}
    query = (
        f"from ({said(collection, file, tool)}) where query_id <> 'all' and list_contains(?, tool_measure) order by all"
    )
    rows = duckdb.execute(query, [list(names)]).fetchall()
    return [(run, query, name, value, ours[run, query, names[name]]) for run, query, name, value in rows]
