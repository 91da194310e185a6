"""Small random rankings with all that can be odd about one, for holding a metric against its formula in Python."""

import random
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import isclose

import duckdb
import pyarrow as pa

import evalsql

CLOSE = 1e-11
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


Formula = Callable[[Case], float | None]


def random_case(dice: random.Random, relevances: Sequence[float | None]) -> Case:
    relevance = tuple(dice.choice(relevances) for _ in range(dice.choice((0, 1, 2, 3, 4, 5, 6, 6, 8, 12))))
    scores = range(len(relevance), 0, -1)
    if dice.random() < 0.6:
        scores = sorted((dice.randint(1, 4) for _ in relevance), reverse=True)
    missed = tuple(dice.choice((-2, 0, 0, 1, 2)) for _ in range(dice.choice((0, 0, 1, 4))))
    if not missed and all(value is None for value in relevance):
        missed = (0,)  # a query without any judgment is not scored
    return Case(relevance, tuple(map(float, scores)), missed)


def random_cases(count: int, seed: int, relevances: Sequence[float | None] = RELEVANCES) -> list[Case]:
    dice = random.Random(seed)
    return [random_case(dice, relevances) for _ in range(count)]


CASES = random_cases(250, seed=1, relevances=(*RELEVANCES, 1.5))


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


def scored(measures: Iterable[str], cases: list[Case] = CASES) -> dict[str, list[float | None]]:
    """The values of measures for each case, by the texts asked for: one evaluation, however many there are."""
    named = {text: str(evalsql.parse_measure(text)) for text in measures}
    evaluated = all_cases() if cases is CASES else evaluation(cases)
    rows = evaluated.score(list(dict.fromkeys(named.values()))).fetchall()
    found = {(measure, query): value for _, query, measure, value in rows}
    return {text: [found[measure, str(n)] for n in range(len(cases))] for text, measure in named.items()}


def values(measure: str, cases: list[Case] = CASES) -> list[float | None]:
    """The value of a measure for each case."""
    return scored([measure], cases)[measure]


def alone(measure: str, cases: list[Case]) -> list[float | None] | str:
    """The values of a measure for each case, or why there are none."""
    try:
        return values(measure, cases)
    except (evalsql.InputError, duckdb.Error) as error:
        return f"cannot be computed: {str(error).splitlines()[0]}"


def compared(found: list, wanted: list, cases: Sequence, close: float = CLOSE) -> str:
    """What differs: the number of cases and the first; or that all are alike, which shows nothing."""
    pairs = zip(found, wanted, cases, strict=True)
    wrong = [(f, w, case) for f, w, case in pairs if not same(f, w, close)]
    if wrong:
        value, right, case = wrong[0]
        return f"expected {right}, found {value} of {case} ({len(wrong)} of {len(cases)})"
    return "" if len(set(found)) > 1 else f"all are {found[0]}, which shows nothing"


def same(one: float | None, other: float | None, close: float = CLOSE) -> bool:
    """Whether two values are nearly the same, or both none."""
    if one is None or other is None:
        return one is other
    return isclose(one, other, rel_tol=close, abs_tol=close)


def assert_agree(formulas: Mapping[str, Formula], cases: list[Case] = CASES, alike: Container[str] = ()) -> None:
    """Fails where measures are not what their formulas say of a case, and names all that differ.

    Values that are the same for all cases show nothing, but for those of measures named as alike.
    """
    try:
        found: dict[str, list | str] = dict(scored(formulas, cases))
    except (evalsql.InputError, duckdb.Error):  # by one of them, which is named
        found = {text: alone(text, cases) for text in formulas}
    said = {}
    for text, formula in formulas.items():
        values = found[text]
        each = values if isinstance(values, str) else compared(values, [formula(case) for case in cases], cases)
        if each and not (text in alike and each.startswith("all are")):
            said[text] = each
    assert not said, "\n".join(f"{text}: {each}" for text, each in list(said.items())[:40])
