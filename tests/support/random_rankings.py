"""Small random rankings with all that can be odd about one, for holding a metric against its formula in Python."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

import pyarrow as pa
import pytest

import evalsql

RELEVANCES = (None, None, None, -2, 0, 0, 0, 1, 1, 1, 2, 3)  # None is unjudged


@dataclass(frozen=True)
class Case:
    """One ranking: relevance by rank, the scores, which may tie, and the relevance of documents that it missed."""

    relevance: tuple[float | None, ...]
    scores: tuple[float, ...]
    missed: tuple[float, ...] = ()

    @property
    def retrieved(self) -> int:
        return len(self.relevance)

    @property
    def judgments(self) -> list[float]:
        """The relevance of every judged document of the query."""
        return [value for value in (*self.relevance, *self.missed) if value is not None]

    @property
    def tied(self) -> list[tuple[int, int]]:
        """First and last rank of the documents of the same score, by rank."""
        ranks = {score: self.retrieved - place for place, score in enumerate(reversed(self.scores))}  # its first
        return [(ranks[score], ranks[score] + self.scores.count(score) - 1) for score in self.scores]

    def at(self, rank: int) -> float | None:
        """The relevance at a rank; None where it is unjudged or beyond the ranking."""
        return self.relevance[rank - 1] if rank <= self.retrieved else None

    def judged(self, rank: int) -> bool:
        """Whether there is a judged document at a rank; a negative relevance says nothing."""
        return (relevance := self.at(rank)) is not None and relevance >= 0

    def ranks(self, rel: float = 1, k: int | None = None) -> list[int]:
        """The ranks, up to k, of the relevant documents."""
        return [i for i in range(1, min(k or self.retrieved, self.retrieved) + 1) if (self.at(i) or 0) >= rel]

    def relevant(self, rel: float = 1) -> int:
        """How many relevant documents there are, retrieved or not."""
        return len(self.ranks(rel)) + sum(relevance >= rel for relevance in self.missed)


def random_case(dice: random.Random) -> Case:
    relevance = tuple(dice.choice(RELEVANCES) for _ in range(dice.choice((0, 1, 2, 3, 4, 5, 6, 6, 8, 12))))
    scores = range(len(relevance), 0, -1)
    if dice.random() < 0.6:
        scores = sorted((dice.randint(1, 4) for _ in relevance), reverse=True)
    missed = tuple(dice.choice((-2, 0, 0, 1, 2)) for _ in range(dice.choice((0, 0, 1, 4))))
    if not missed and all(value is None for value in relevance):
        missed = (0,)  # a query without any judgment is not scored
    return Case(relevance, tuple(map(float, scores)), missed)


def random_cases(count: int, seed: int) -> list[Case]:
    dice = random.Random(seed)
    return [random_case(dice) for _ in range(count)]


CASES = random_cases(400, seed=1)


def evaluation(cases: Iterable[Case]) -> evalsql.Evaluation:
    """An evaluation with a query for each case. Names fall as ranks rise, so that ties keep their order."""
    runs, qrels = [("run", "other", "d", 1.0)], [("other", "d", 1.0)]
    for number, case in enumerate(cases):
        names = [f"d{9999 - place}" for place in range(case.retrieved)]
        runs += [("run", str(number), doc, score) for doc, score in zip(names, case.scores, strict=True)]
        judged = [*zip(names, case.relevance, strict=True), *((f"m{i}", value) for i, value in enumerate(case.missed))]
        qrels += [(str(number), doc, float(value)) for doc, value in judged if value is not None]
    return evalsql.Evaluation(
        pa.table(dict(zip(("run", "query_id", "doc_id", "score"), zip(*runs, strict=True), strict=True))),
        pa.table(dict(zip(("query_id", "doc_id", "relevance"), zip(*qrels, strict=True), strict=True))),
        whole=True,
    )


@cache
def all_cases() -> evalsql.Evaluation:
    return evaluation(CASES)


def values(measure: str, cases: list[Case] = CASES) -> list[float | None]:
    """The value of a measure for each case."""
    evaluated = all_cases() if cases is CASES else evaluation(cases)
    found = {query: value for _, query, _, value in evaluated.score(measure).fetchall()}
    return [found[str(number)] for number in range(len(cases))]


def agrees(measure: str, reference: Callable[[Case], float | None]) -> None:
    """Fails where a measure is not what the reference computes for a case, or all is the same and shows nothing."""
    found = values(measure)
    for case, value in zip(CASES, found, strict=True):
        wanted = reference(case)
        assert (value is None) == (wanted is None), (measure, case, value, wanted)
        assert wanted is None or value == pytest.approx(wanted, abs=1e-11, rel=1e-11), (measure, case)
    assert len(set(found)) > 1, measure
