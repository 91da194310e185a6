"""An oracle of options together: small collections, drawn by a seed, scored in plain Python, with nothing of evalsql.

It enumerates what evalsql has in closed form: where ties are averaged it scores every order of them.
"""

import math
import random
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, permutations, product
from typing import Any

Docs = Sequence[str]


@dataclass(frozen=True)
class Row:
    """A retrieved document."""

    doc: str
    score: float
    rank: int


@dataclass
class World:
    """A collection: rankings by run and query, in the order of the rows, and judgments by query and document."""

    runs: dict[str, dict[str, list[Row]]]
    relevance: dict[str, dict[str, float]]
    subtopics: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)  # relevance of each, by document


@dataclass(frozen=True)
class Judged:
    """The judgments of a query."""

    relevance: Mapping[str, float]
    gain: Mapping[str, float]
    covers: Mapping[str, frozenset[str]]  # the subtopics that a document is relevant to
    weights: Mapping[str, float]  # of these

    def weight(self, subtopics: Iterable[str]) -> float:
        return sum(self.weights.get(each, 1) for each in sorted(subtopics))

    def relevant(self, least: float = 1) -> set[str]:
        return {doc for doc, each in self.relevance.items() if each >= least}


QUERIES = ("q1", "q2", "d1", "d2", "barren", "unanswered")
DOCS = [f"d{number}" for number in range(12)]


def world(dice: random.Random, by_subtopic: bool) -> World:
    """Two runs with ties and scores that differ as doubles alone; some queries are documents too, or are not judged."""
    runs: dict[str, dict[str, list[Row]]] = {"one": {}, "two": {}}
    made = World(runs, {}, {})
    for query in (*QUERIES, "unjudged"):
        for run, rankings in runs.items():
            if query == "unanswered" and run == "two":
                continue
            docs = dice.sample(DOCS, dice.randint(3, 9))
            scores = [dice.randint(1, 5) / 4 + dice.choice((0, 0, 1e-10)) for _ in docs]
            ranks = dice.sample(range(1, 30), len(docs))
            rankings[query] = [Row(*row) for row in zip(docs, scores, ranks, strict=True)]
        if query == "unjudged":
            continue
        docs = dice.sample(DOCS, dice.randint(4, 10))
        levels = (0.0,) if query == "barren" else (-1.0, 0.0, 0.0, 1.0, 1.0, 2.0, 3.0)
        made.relevance[query] = {doc: dice.choice(levels) for doc in docs}
        if query != "barren" and 1.0 not in made.relevance[query].values():
            made.relevance[query][docs[0]] = 1.0
        if by_subtopic:
            made.subtopics[query] = {
                doc: {each: level if dice.random() < 0.6 else min(level, 0.0) for each in "abc"}
                for doc, level in made.relevance[query].items()
            }
            made.relevance[query] = {doc: max(each.values()) for doc, each in made.subtopics[query].items()}
    return made


# what a convention decides, as docs/reference/conventions.md says it
CONVENTIONS = (
    "trec_eval-9",
    "trec_eval-10",
    "ntcireval",
    "ndeval",
    "ndeval-traditional",
    "gdeval",
    "ir_measures",
    "msmarco",
    "beir",
)
RANKED = {"ndeval", "msmarco"}  # by the rank column
FLOATS: dict[str, tuple[str, ...]] = {  # measures whose scores are compared as floats of four bytes; () for all
    "trec_eval-9": (),
    "ir_measures": ("P", "R", "AP", "RR", "Rprec", "nDCG", "Bpref", "Success"),
    "beir": ("P", "R", "AP", "nDCG"),
}
INTERSECTION = {"trec_eval-9", "trec_eval-10", "ndeval", "ndeval-traditional", "gdeval", "beir"}
OF_ALL = {"beir": {"RR", "R_cap", "Hole", "Success"}}
NORMALISED = {"ndeval", "ndeval-traditional", "ir_measures"}


@dataclass(frozen=True)
class Options:
    """What an evaluation is told beside runs and judgments."""

    convention: str | None = None
    population: str | None = None
    ties: str | None = None
    queries: tuple[str, ...] | None = None
    depth: int | None = None
    judged_only: bool = False
    without_own: bool | None = None
    exclusions: frozenset[tuple[str, str]] | None = None
    candidates: frozenset[str] | frozenset[tuple[str, str]] | None = None
    gains: tuple[tuple[str, float, float], ...] | None = None
    weights: tuple[tuple[str, str, float], ...] | None = None
    slices: bool = False

    def keeps(self, query: str, doc: str) -> bool:
        """Whether a document counts."""
        own = self.without_own if self.without_own is not None else self.convention == "beir"
        listed = self.candidates is None or doc in self.candidates or (query, doc) in self.candidates
        return listed and not (own and doc == query) and (query, doc) not in (self.exclusions or ())


def drawn(dice: random.Random, by_subtopic: bool) -> Options:
    """Options at random, about half of them as they are by default."""

    def some(*values: Any) -> Any:
        return dice.choice(values) if dice.random() < 0.4 else None

    convention = some(*CONVENTIONS)
    pairs = [(query, doc) for query in QUERIES for doc in DOCS]
    levels = [(query, level) for query in QUERIES for level in (1.0, 2.0, 3.0)]
    many = frozenset(dice.sample(DOCS, 9)) | {*QUERIES} if dice.random() < 0.5 else frozenset(dice.sample(pairs, 60))
    weights = some(tuple((query, each, dice.choice((0.5, 1.0, 3.0))) for query in QUERIES for each in "abc"))
    return Options(
        convention=convention,
        population="qrels" if convention == "trec_eval-10" else some("qrels", "intersection"),
        ties=some("trec_eval", "input", "best", "worst", "average"),
        queries=some(tuple(dice.sample(QUERIES, 4))),
        depth=some(1, 2, 4),
        judged_only=bool(some(True)),
        without_own=some(True, False),
        exclusions=some(frozenset(dice.sample(pairs, 15))),
        candidates=some(many),
        gains=some(tuple((*each, dice.choice((0.5, 2.0, 4.0))) for each in dice.sample(levels, 9))),
        weights=weights if by_subtopic else None,
        slices=bool(some(True)),
    )


def discount(rank: int, convention: str | None) -> float:
    return max(1.0, math.log2(rank)) if convention == "ntcireval" else math.log2(rank + 1)


Value = Callable[[Docs, Judged, str | None], float]  # of a ranking, by a query's judgments and a convention


def precision(k: int | None, least: float = 1) -> Value:
    return lambda docs, judged, _: sum(d in judged.relevant(least) for d in docs[:k]) / (k or len(docs) or 1)


def recall(k: int | None, capped: bool = False) -> Value:
    def value(docs: Docs, judged: Judged, _: str | None) -> float:
        room = min(len(judged.relevant()), k or 10**9) if capped else len(judged.relevant())
        return sum(doc in judged.relevant() for doc in docs[:k]) / room if room else 0.0

    return value


def average(k: int | None, least: float = 1) -> Value:
    def value(docs: Docs, judged: Judged, convention: str | None) -> float:
        found, total = judged.relevant(least), 0.0
        for rank, doc in enumerate(docs[:k], start=1):
            if doc in found:
                total += sum(each in found for each in docs[:rank]) / rank
        divisor = min(len(found), k or 10**9) if convention == "ntcireval" else len(found)
        return total / divisor if divisor else 0.0

    return value


def q_measure(k: int | None) -> Value:
    def value(docs: Docs, judged: Judged, convention: str | None) -> float:
        found, ideal, total = judged.relevant(), sorted(judged.gain.values(), reverse=True), 0.0
        for rank, doc in enumerate(docs[:k], start=1):
            if doc in found:
                above = docs[:rank]
                count, gained = sum(d in found for d in above), sum(judged.gain.get(d, 0.0) for d in above)
                total += (gained + count) / (sum(ideal[:rank]) + rank)
        divisor = min(len(found), k or 10**9) if convention == "ntcireval" else len(found)
        return total / divisor if divisor else 0.0

    return value


def reciprocal(k: int | None) -> Value:
    def value(docs: Docs, judged: Judged, convention: str | None) -> float:
        cut = k or (10 if convention == "msmarco" else None)
        return next((1 / rank for rank, doc in enumerate(docs[:cut], start=1) if doc in judged.relevant()), 0.0)

    return value


def gained(judged: Judged, convention: str | None) -> dict[str, float]:
    """What documents gain where gains may be exponential, which no table of gains changes."""
    exponential = {doc: 2**level - 1 if level > 0 else 0.0 for doc, level in judged.relevance.items()}
    return exponential if convention == "gdeval" else dict(judged.gain)


def dcg(k: int | None, normal: bool) -> Value:
    def value(docs: Docs, judged: Judged, convention: str | None) -> float:
        gains = gained(judged, convention)
        best = sorted(gains.values(), reverse=True)
        of = [
            sum(gain / discount(rank, convention) for rank, gain in enumerate(each[:k], start=1))
            for each in ([gains.get(doc, 0.0) for doc in docs], best)
        ]
        return of[0] if not normal else min(of[0] / of[1], 1.0) if of[1] else 0.0

    return value


def rbp(p: float | None) -> Value:
    def value(docs: Docs, judged: Judged, convention: str | None) -> float:
        trec = convention == "trec_eval-10"
        persistence = p or (0.9 if trec else 0.8)
        highest = max([1.0, *judged.gain.values()])
        worth = {
            doc: judged.gain[doc] / highest if trec else 1.0 for doc, each in judged.relevance.items() if each >= 1
        }
        return (1 - persistence) * sum(worth.get(doc, 0) * persistence**place for place, doc in enumerate(docs))

    return value


def err(k: int) -> Value:
    def value(docs: Docs, judged: Judged, convention: str | None) -> float:
        reached, total = 1.0, 0.0
        for rank, doc in enumerate(docs[:k], start=1):
            gain = judged.gain.get(doc, 0.0)
            stops = gain / 5 if convention == "ntcireval" else (2**gain - 1) / 2**4
            total += reached * stops / rank
            reached *= 1 - stops
        return total

    return value


def bpref(docs: Docs, judged: Judged, _: str | None) -> float:
    found, others = judged.relevant(), {doc for doc, level in judged.relevance.items() if 0 <= level < 1}
    bound, total, above = min(len(others), len(found)), 0.0, 0
    for doc in docs:
        above += doc in others
        if doc in found:
            total += 1 - min(above, len(found)) / bound if above else 1
    return total / len(found) if found else 0.0


def share(docs: Docs, judged: Judged, judged_ones: bool) -> float:
    shown = docs[:3]
    count = sum((doc in judged.relevance) == judged_ones for doc in shown)
    return count / (len(shown) or 1) if judged_ones else count / 3


def novelty(docs: Docs, judged: Judged, weigh: Callable[[int], float]) -> float:
    """The sum of the alpha gains of a ranking, alpha = 0.5, each by what its rank weighs."""
    seen: dict[str, int] = {}
    total = 0.0
    for rank, doc in enumerate(docs, start=1):
        for each in judged.covers.get(doc, ()):
            total += judged.weight(each) * 0.5 ** seen.get(each, 0) * weigh(rank)
            seen[each] = seen.get(each, 0) + 1
    return total


def greedy(judged: Judged, k: int) -> list[str]:
    """The greedy ideal: the highest alpha gain next; of equal ones the highest doc_id."""
    left, order = sorted(judged.covers, reverse=True), []
    while left and len(order) < k:
        gains = [novelty([*order, doc], judged, lambda rank: 1) for doc in left]
        order.append(left.pop(gains.index(max(gains))))
    return order


def by_log(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def by_rank(rank: int) -> float:
    return 1 / rank


def alpha_ndcg(docs: Docs, judged: Judged, convention: str | None) -> float:
    best = novelty(greedy(judged, 3), judged, by_log)
    found = novelty(docs[:3], judged, by_log) / best if best else 0.0
    return found if convention in NORMALISED else min(found, 1.0)


def of_all_nuggets(weigh: Callable[[int], float], always: bool) -> Value:
    """A sum of alpha gains over what a document with every nugget at each rank would give, where it is normalised."""

    def value(docs: Docs, judged: Judged, convention: str | None) -> float:
        every = judged.weight(frozenset().union(*judged.covers.values()))
        best = every * sum(0.5 ** (rank - 1) * weigh(rank) for rank in (1, 2, 3))
        found = novelty(docs[:3], judged, weigh)
        return found if not (always or convention in NORMALISED) else found / best if best else 0.0

    return value


def by_intent(of: Value) -> Value:
    """The mean over the subtopics of a query, by their weights, of a measure of each."""

    def value(docs: Docs, judged: Judged, convention: str | None) -> float:
        names = sorted(frozenset().union(*judged.covers.values()))
        total = 0.0
        for name in names:
            relevant = {doc: 1.0 for doc, covered in judged.covers.items() if name in covered}
            total += judged.weight(name) * of(docs, Judged(relevant, relevant, {}, {}), None)
        return total / judged.weight(names) if names else 0.0

    return value


def subtopic_recall(docs: Docs, judged: Judged, _: str | None) -> float:
    every = frozenset().union(*judged.covers.values())
    return len(frozenset().union(*(judged.covers.get(doc, ()) for doc in docs[:3]))) / len(every) if every else 0.0


CLASSIC: dict[str, Value] = {
    "P@3": precision(3),
    "P": precision(None),
    "P(rel=2)@5": precision(5, 2),
    "R@3": recall(3),
    "R_cap@3": recall(3, capped=True),
    "AP": average(None),
    "AP@3": average(3),
    "AP(rel=2)": average(None, 2),
    "Q": q_measure(None),
    "Q@3": q_measure(3),
    "RR": reciprocal(None),
    "RR@2": reciprocal(2),
    "Success@2": lambda docs, judged, _: float(any(d in judged.relevant() for d in docs[:2])),
    "Rprec": lambda docs, judged, _: recall(len(judged.relevant()) or 1)(docs, judged, None),
    "nDCG": dcg(None, normal=True),
    "nDCG@3": dcg(3, normal=True),
    "DCG@4": dcg(4, normal=False),
    "RBP": rbp(None),
    "RBP(p=0.5)": rbp(0.5),
    "ERR@4": err(4),
    "Bpref": bpref,
    "NumRet": lambda docs, judged, _: float(len(docs)),
    "NumRelRet": lambda docs, judged, _: float(sum(d in judged.relevant() for d in docs)),
    "NumRel": lambda docs, judged, _: float(len(judged.relevant())),
    "Judged@3": lambda docs, judged, _: share(docs, judged, True),
    "Hole@3": lambda docs, judged, _: share(docs, judged, False),
}
BY_SUBTOPIC: dict[str, Value] = {
    "alpha_DCG@3": of_all_nuggets(by_log, always=False),
    "alpha_nDCG@3": alpha_ndcg,
    "ERR_IA@3": of_all_nuggets(by_rank, always=True),
    "StRecall@3": subtopic_recall,
    "AP_IA": by_intent(average(None)),
    "P_IA@3": by_intent(precision(3)),
}


def judgments(of: World, options: Options, query: str) -> Judged:
    table = {(q, level): gain for q, level, gain in options.gains or ()}
    relevance = of.relevance[query]
    gain = {doc: max(table.get((query, level), level), 0.0) for doc, level in relevance.items()}
    covers = {
        doc: frozenset(name for name, level in each.items() if level > 0)
        for doc, each in of.subtopics.get(query, {}).items()
    }
    weights = {subtopic: weight for q, subtopic, weight in options.weights or () if q == query}
    return Judged(relevance, gain, {doc: each for doc, each in covers.items() if each}, weights)


def stem(text: str) -> str:
    """The name of a measure without its parameters."""
    return text.partition("@")[0].partition("(")[0]


def own_judged_only(text: str) -> str:
    """A measure that takes unjudged documents out by itself."""
    name, at, cutoff = text.partition("@")
    return f"{name[:-1]},judged_only=True){at}{cutoff}" if "(" in name else f"{name}(judged_only=True){at}{cutoff}"


def as_float(score: float) -> float:
    return struct.unpack("f", struct.pack("f", score))[0]


def orders(rows: Sequence[Row], judged: Judged, options: Options, text: str) -> Iterator[list[str]]:
    """The orders of a ranking, of which there are several where ties are averaged."""
    rows, ranked, floats = list(rows), options.convention in RANKED, FLOATS.get(options.convention or "")

    def single(row: Row) -> float:
        return -row.rank if ranked else as_float(row.score) if floats is not None else row.score

    def double(row: Row) -> float:
        return -row.rank if ranked else row.score

    def worth(row: Row) -> tuple:
        known = row.doc in judged.relevance
        return judged.relevance.get(row.doc, 0.0), known, judged.gain.get(row.doc, 0.0)

    if options.ties != "input":
        rows.sort(key=lambda row: row.doc.encode(), reverse=True)
    if options.ties in ("best", "worst"):
        rows.sort(key=worth, reverse=options.ties == "best")
    rows.sort(key=single, reverse=True)
    # a depth cuts by floats, whatever the measure compares; pytrec_eval cuts no RR, so that RR@2 has doubles
    rows = rows[: options.depth]
    score = double if floats and (stem(text) not in floats or (stem(text) == "RR" and "@" in text)) else single
    rows.sort(key=score, reverse=True)
    groups = [list(group) for _, group in groupby(rows, score)]
    several = permutations if options.ties == "average" else lambda group: [group]
    condensed = options.judged_only or "judged_only=True" in text
    for order in product(*(several(group) for group in groups)):
        docs = [row.doc for group in order for row in group]
        yield [doc for doc in docs if not condensed or judged.relevance.get(doc, -1) >= 0]


def scores(of: World, options: Options, measures: Mapping[str, Value]) -> dict[tuple[str, str, str], float]:
    """The score of each run on each query that counts, by the text of each measure."""
    named = options.population
    default = "intersection" if options.convention in INTERSECTION else "qrels"
    wanted = [query for query in of.relevance if options.queries is None or query in options.queries]
    if options.convention == "gdeval":
        wanted = [query for query in wanted if max(of.relevance[query].values()) > 0]
    found = {}
    for run, query in product(of.runs, wanted):
        judged = judgments(of, options, query)
        rows = [row for row in of.runs[run].get(query, ()) if options.keeps(query, row.doc)]
        for text, value in measures.items():
            everything = stem(text) in OF_ALL.get(options.convention or "", ()) and named is None
            population = "qrels" if everything else named or default
            if rows or population == "qrels":
                each = [value(docs, judged, options.convention) for docs in orders(rows, judged, options, text)]
                found[run, query, text] = math.fsum(each) / len(each)
    return found
