"""What measures are, computed apart from evalsql with NumPy, for runs and judgments whose ids are numbers."""

from pathlib import Path
from typing import NamedTuple

import duckdb
import numpy as np

UNJUDGED = -1
NOVELTY = 0.5  # how much of the gain each further document with the same nugget loses
RUN, QUERY, DOC = "run[4:]::int as run", "query_id[2:]::int as query", "doc_id[2:]::int as doc"


class Rankings(NamedTuple):
    """Rankings of equal length and the judgments of their queries, a row a ranking, in the order of run and query.

    Attributes:
        run: the number of the run of each ranking.
        query: that of its query.
        found: the relevance of each document by rank, -1 where it is not judged.
        ideal: the relevance of each document of the query, the highest first.
    """

    run: np.ndarray
    query: np.ndarray
    found: np.ndarray
    ideal: np.ndarray


def read(runs: Path, qrels: Path) -> Rankings:
    """Puts documents in order and looks up their relevance."""
    with duckdb.connect() as connection:
        given = connection.sql(f"select {RUN}, {QUERY}, {DOC}, score from '{runs}'").fetchnumpy()
        judged = connection.sql(f"select {QUERY}, {DOC}, relevance from '{qrels}'").fetchnumpy()
    order = np.lexsort((-given["doc"], -given["score"], given["query"], given["run"]))
    run, query, doc = (given[name][order] for name in ("run", "query", "doc"))
    known = np.full((judged["query"].max() + 1, max(doc.max(), judged["doc"].max()) + 1), UNJUDGED, dtype=np.int8)
    known[judged["query"], judged["doc"]] = judged["relevance"]
    starts = np.flatnonzero(np.diff(run, prepend=-1) | np.diff(query, prepend=-1))
    ideal = -np.sort(-np.maximum(known, 0), axis=1)
    return Rankings(run[starts], query[starts], known[query, doc].reshape(len(starts), -1), ideal[query[starts]])


def compute(rankings: Rankings, measure: str) -> np.ndarray:
    """P@k, RR@k, AP@k or nDCG@k of each ranking; without @k to the last document."""
    name, _, cutoff = measure.partition("@")
    k = int(cutoff) if cutoff else max(rankings.found.shape[1], rankings.ideal.shape[1])
    gains = np.maximum(rankings.found[:, :k], 0).astype(float)
    relevant = gains > 0
    ranks = np.arange(1, gains.shape[1] + 1)
    if name == "P":
        return relevant.sum(axis=1) / k
    if name == "RR":
        return np.where(relevant.any(axis=1), 1 / (relevant.argmax(axis=1) + 1), 0.0)
    if name == "AP":
        hits = np.where(relevant, relevant.cumsum(axis=1) / ranks, 0.0)
        return share(hits.sum(axis=1), (rankings.ideal > 0).sum(axis=1))
    best = rankings.ideal[:, :k].astype(float)
    return share((gains / np.log2(ranks + 1)).sum(axis=1), (best / np.log2(np.arange(best.shape[1]) + 2)).sum(axis=1))


def share(of: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """One array over another, 0 where that is 0."""
    return np.divide(of, whole, out=np.zeros(len(of)), where=whole > 0)


def compare(scores: Path, runs: Path, qrels: Path, measures: list[str]) -> float:
    """How far scores in a file are from these, at most.

    Raises:
        RuntimeError: they are of other runs, queries or measures.
    """
    rankings, apart = read(runs, qrels), 0.0
    with duckdb.connect() as connection:
        for measure in measures:
            given = connection.execute(
                f"select {RUN}, {QUERY}, value from '{scores}' where metric = ? order by run, query", [measure]
            ).fetchnumpy()
            if not (np.array_equal(given["run"], rankings.run) and np.array_equal(given["query"], rankings.query)):
                raise RuntimeError(f"{measure} is not there once for each run and query")
            apart = max(apart, float(np.abs(given["value"] - compute(rankings, measure)).max()))
        (count,) = connection.sql(f"select count(*) from '{scores}'").fetchall()[0]
    if count != len(rankings.run) * len(measures):
        raise RuntimeError(f"there are {count:,} scores of {len(rankings.run):,} rankings by {len(measures)} measures")
    return apart


def by_subtopic(runs: Path, qrels: Path, k: int) -> dict[str, float]:
    """What one ranking of one query covers of its subtopics: `alpha_nDCG`, `ERR_IA` and `StRecall`, to rank k."""
    with duckdb.connect() as connection:
        ranked = connection.sql(f"select {DOC} from '{runs}' order by score desc, doc_id desc limit {k}")
        found = [doc for (doc,) in ranked.fetchall()]
        judged = connection.sql(
            f"select {DOC}, subtopic::int as subtopic from '{qrels}' where relevance > 0"
        ).fetchnumpy()
    doc, subtopic = judged["doc"], judged["subtopic"]
    of_doc = {each: subtopic[doc == each] for each in found}
    count = len(np.unique(subtopic))
    gains, seen = gains_of([of_doc[each] for each in found], subtopic.max() + 1)
    ranks = np.arange(1, k + 1)
    ideal = greedy(doc, subtopic, k)
    return {
        f"alpha_nDCG@{k}": float((gains / np.log2(ranks + 1)).sum() / (ideal / np.log2(ranks + 1)).sum()),
        f"ERR_IA@{k}": float((gains / ranks).sum() / (count * NOVELTY ** (ranks - 1) / ranks).sum()),
        f"StRecall@{k}": float((seen > 0).sum() / count),
    }


def gains_of(documents: list[np.ndarray], largest: int) -> tuple[np.ndarray, np.ndarray]:
    """The gain of each document, given as its subtopics, and how often each subtopic was met by all of them."""
    seen = np.zeros(largest, dtype=int)
    gains = []
    for subtopics in documents:
        gains.append((NOVELTY ** seen[subtopics]).sum())
        seen[subtopics] += 1
    return np.array(gains), seen


def greedy(doc: np.ndarray, subtopic: np.ndarray, k: int) -> np.ndarray:
    """The gains of the ranking that takes, at each rank, the document that gains most; of equal ones the highest id."""
    worth = np.ones(subtopic.max() + 1)
    gains = []
    for _ in range(k):
        totals = np.bincount(doc, weights=worth[subtopic])
        best = len(totals) - 1 - int(totals[::-1].argmax())
        gains.append(totals[best])
        own = doc == best
        worth[subtopic[own]] *= NOVELTY
        doc, subtopic = doc[~own], subtopic[~own]
    return np.array(gains)
