"""Counts among the first k documents and the gain of a rank-biased user, held against their definitions."""

import random
from collections.abc import Callable, Iterator, Mapping

import pyarrow as pa
import pytest

import evalsql

QUERIES = 90
CUTOFFS = (None, 2, 10)
GAINS = {1: 0.5, 2: 0, 3: 7}

Query = tuple[list[float | None], list[float]]  # the relevance of each document found, and all judgments
Reference = Callable[[Query], float]


def drawn() -> dict[str, Query]:
    """Queries by id, some of which no run answers, and some of which have nothing relevant."""
    dice = random.Random(11)
    found = {}
    for query in (f"q{number}" for number in range(QUERIES)):
        judged = [float(dice.choice((0, 0, 1, 2, 3, -1))) for _ in range(dice.randint(1, 25))]
        ranking: list[float | None] = [*judged[: dice.randint(0, len(judged))], *[None] * dice.randint(0, 10)]
        dice.shuffle(ranking)
        found[query] = (ranking if dice.random() < 0.9 else [], judged)
    return found


def tables(queries: Mapping[str, Query]) -> tuple[pa.Table, pa.Table]:
    """A run and judgments."""
    runs, qrels = [], []
    for query, (ranking, judged) in queries.items():
        left = list(judged)
        names = {}
        for place, relevance in enumerate(ranking):
            doc = f"u{place}"
            if relevance is not None:
                left.remove(relevance)
                doc = names[place] = f"d{place}"
                qrels.append((query, doc, relevance))
            runs.append((query, doc, float(-place)))
        qrels += [(query, f"m{place}", relevance) for place, relevance in enumerate(left)]
    columns = (("query_id", "doc_id", "score"), ("query_id", "doc_id", "relevance"))
    run, judged = (
        pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))
        for names, rows in zip(columns, (runs, qrels), strict=True)
    )
    return run, judged


def hits(query: Query, k: int | None, rel: float) -> int:
    return sum(relevance is not None and relevance >= rel for relevance in query[0][:k])


def relevant(query: Query, rel: float) -> int:
    return sum(relevance >= rel for relevance in query[1])


def f(query: Query, k: int | None, rel: float, beta: float) -> float:
    if not hits(query, k, rel):
        return 0
    precision, recall = hits(query, k, rel) / (k or len(query[0])), hits(query, k, rel) / relevant(query, rel)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def capped(query: Query, k: int | None, rel: float) -> float:
    number = relevant(query, rel)
    return hits(query, k, rel) / min(number, k or number) if number else 0


def gained(query: Query, k: int | None, p: float, gains: Mapping[int, float]) -> float:
    total = 0.0
    for place, relevance in enumerate(query[0][:k]):
        if relevance is not None and relevance > 0:
            total += gains.get(int(relevance), relevance) * p**place
    return (1 - p) * total


def references() -> Iterator[tuple[str, Reference]]:
    """Each measure and what it is."""
    for k in CUTOFFS:
        at = f"@{k}" if k else ""
        for rel in (1, 2):
            yield f"Hits(rel={rel}){at}", lambda query, k=k, rel=rel: hits(query, k, rel)
            yield f"R_cap(rel={rel}){at}", lambda query, k=k, rel=rel: capped(query, k, rel)
            for beta in (0.5, 1, 3):
                text = f"F(beta={beta},rel={rel}){at}"
                yield text, lambda query, k=k, rel=rel, beta=beta: f(query, k, rel, beta)
        for p in (0, 0.5, 0.95):
            yield f"RBP_gain(p={p}){at}", lambda query, k=k, p=p: gained(query, k, p, {})
            yield f"RBP_gain(p={p},gains={GAINS}){at}", lambda query, k=k, p=p: gained(query, k, p, GAINS)


def test_every_measure_is_what_its_formula_says() -> None:
    queries = drawn()
    wanted = {str(evalsql.parse_measure(text)): reference for text, reference in references()}
    rows = evalsql.Evaluation(*tables(queries), measures=list(wanted)).score(list(wanted)).fetchall()
    assert len(rows) == QUERIES * len(wanted)
    for _, query, measure, ours in rows:
        assert ours == pytest.approx(wanted[measure](queries[query]), abs=1e-12, rel=0), (measure, query)
    assert len({round(row[3], 9) for row in rows}) > 500


def test_of_a_run_hits_are_the_mean_and_those_of_trec_eval_the_sum() -> None:
    queries = drawn()
    run, judged = tables(queries)
    ((_, mean, total),) = evalsql.Evaluation(run, judged).leaderboard(["Hits", "NumRelRet"]).fetchall()
    assert mean == pytest.approx(total / QUERIES, abs=1e-12)
