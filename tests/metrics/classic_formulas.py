"""Precision and its kin, search lengths, counts and pairs, as their papers write them, in plain Python."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from random_rankings import Case, Formula

TENTHS = {"11": [Fraction(j, 10) for j in range(11)], "3": [Fraction(j, 10) for j in (2, 5, 8)]}
GAINS = {1: 0.5, 2: 0, 3: 7}
CUTS = ((1, None), (2, None), (2, 1), (1, 3), (2, 20))  # lowest relevance and cutoff


def mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def at(k: int | None) -> str:
    return f"@{k}" if k else ""


def sum_of_precisions(case: Case, rel: float, k: int | None) -> float:
    return sum(len(case.ranks(rel, i)) / i for i in case.ranks(rel, k))


def reciprocal(ranks: list[int], nth: int, damping: float = 0) -> float:
    return 1 / (damping + ranks[nth - 1]) if len(ranks) >= nth else 0


def composite(case: Case, rel: float, k: int | None) -> float:
    found, relevant, depth = len(case.ranks(rel, k)), case.relevant(rel), k or case.retrieved
    return 1 / (depth / found + relevant / found - 1) if found else 0


def rank_power(case: Case, rel: float, k: int | None) -> float | None:
    ranks = case.ranks(rel, k)
    return sum(ranks) / len(ranks) ** 2 if ranks else None


def f(case: Case, rel: float, k: int | None, beta: float) -> float:
    hits = len(case.ranks(rel, k))
    if not hits:
        return 0
    precision, recall = hits / (k or case.retrieved), hits / case.relevant(rel)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def capped(case: Case, rel: float, k: int | None) -> float:
    number = case.relevant(rel)
    return len(case.ranks(rel, k)) / min(number, k or number) if number else 0


def gained(case: Case, k: int | None, p: float, gains: Mapping[float, float]) -> float:
    found = enumerate(case.relevance[:k])
    return (1 - p) * sum(gains.get(rel, rel) * p**place for place, rel in found if rel is not None and rel > 0)


def accuracy(case: Case, rel: float, k: int | None) -> float | None:
    relevant = [(each or 0) >= rel for each in case.relevance[:k]]
    ordered = [i < j for i, one in enumerate(relevant) for j, other in enumerate(relevant) if one and not other]
    return mean(ordered)


def with_cutoffs() -> Iterator[tuple[str, Formula]]:
    for rel, k in CUTS:
        end = f"rel={rel}){at(k)}"
        yield f"SP({end}", lambda c, k=k, r=rel: sum_of_precisions(c, r, k)
        yield f"AP_retrieved({end}", lambda c, k=k, r=rel: sum_of_precisions(c, r, k) / max(len(c.ranks(r, k)), 1)
        yield f"RR({end}", lambda c, k=k, r=rel: reciprocal(c.ranks(r, k), 1)
        for damping in (0, 0.5, 3):
            formula: Formula = lambda c, k=k, r=rel, d=damping: reciprocal(c.ranks(r, k), 1, d)  # noqa: E731
            yield f"RR_damped(damping={damping},{end}", formula
        for nth in (1, 2, 3):
            if k is None or nth <= k:
                yield f"RR_nth(nth={nth},{end}", lambda c, k=k, r=rel, n=nth: reciprocal(c.ranks(r, k), n)
        yield f"Composite({end}", lambda c, k=k, r=rel: composite(c, r, k)
        yield f"RankPower({end}", lambda c, k=k, r=rel: rank_power(c, r, k)
        yield f"Hits({end}", lambda c, k=k, r=rel: len(c.ranks(r, k))
        yield f"R_cap({end}", lambda c, k=k, r=rel: capped(c, r, k)
        for beta in (0.5, 1, 3):
            yield f"F(beta={beta},{end}", lambda c, k=k, r=rel, b=beta: f(c, r, k, b)
        if k != 1:  # one rank makes no pair
            yield f"Accuracy({end}", lambda c, k=k, r=rel: accuracy(c, r, k)
    for k, p in product((None, 2, 10), (0, 0.5, 0.95)):
        yield f"RBP_gain(p={p}){at(k)}", lambda c, k=k, p=p: gained(c, k, p, {})
        yield f"RBP_gain(p={p},gains={GAINS}){at(k)}", lambda c, k=k, p=p: gained(c, k, p, GAINS)


def places(case: Case, rel: float, size: int) -> list[float]:
    """The ranks of the relevant documents; those missed in the middle of what was not retrieved."""
    missed = [(case.retrieved + 1 + size) / 2] * sum(value >= rel for value in case.missed)
    return case.ranks(rel) + missed if case.relevance else []


def normalised_recall(case: Case, rel: float, size: int) -> float:
    ranks = places(case, rel, size)
    best = range(1, len(ranks) + 1)
    return 1 - (sum(ranks) - sum(best)) / (len(ranks) * (size - len(ranks))) if ranks else 0


def normalised_precision(case: Case, rel: float, size: int) -> float:
    ranks = places(case, rel, size)
    apart = sum(map(math.log, ranks)) - math.log(math.factorial(len(ranks)))
    return max(1 - apart / math.log(math.comb(size, len(ranks))), 0) if ranks else 0


def bpref(case: Case, rel: float, plus: float) -> float:
    """BPref-k, with its term 1 where nothing judged not relevant stands above."""
    judged = [value for value in case.judgments if value >= 0]
    relevant, others = case.relevant(rel), sum(value < rel for value in judged)
    total = 0.0
    for rank in case.ranks(rel):
        above = sum(case.judged(i) and case.at(i) < rel for i in range(1, rank))
        total += 1 - min(relevant + plus, above) / min(relevant + plus, others) if above else 1
    return total / relevant if total else 0


def interpolated(case: Case, rel: float, points: str) -> float:
    """The highest precision at or after the rank of each number of relevant documents, averaged."""
    ranks, needed = case.ranks(rel), [math.ceil(level * case.relevant(rel)) for level in TENTHS[points]]
    best = [max((c / i for c, i in enumerate(ranks, 1) if c >= number), default=0) for number in needed]
    return sum(best) / len(best)


def in_pairs(case: Case, level: Callable[[float], float], contradicted: float, right: float) -> float | None:
    """The mean over the pairs of judged documents of other levels; of equal scores half."""
    judged = [(level(v), s) for v, s in zip(case.relevance, case.scores, strict=True) if v is not None]
    found = [(s, t) for a, s in judged for b, t in judged if a > b]
    return mean([contradicted if high < low else 0.5 if high == low else right for high, low in found])


def of_whole_rankings() -> Iterator[tuple[str, Formula]]:
    for rel in (1, 2):
        yield f"ASL(rel={rel})", lambda c, r=rel: mean(c.ranks(r))
        for size in (16, 40, 10**6):
            yield f"ASL(size={size},rel={rel})", lambda c, r=rel, s=size: mean(places(c, r, s))
            yield f"NormalisedRecall(size={size},rel={rel})", lambda c, r=rel, s=size: normalised_recall(c, r, s)
            yield f"NormalisedPrecision(size={size},rel={rel})", lambda c, r=rel, s=size: normalised_precision(c, r, s)
        for plus in (0, 0.5, 1, 10):
            yield f"Bpref(plus={plus},rel={rel})", lambda c, r=rel, p=plus: bpref(c, r, p)
        for points in TENTHS:
            yield f"AP_interpolated(points='{points}',rel={rel})", lambda c, r=rel, p=points: interpolated(c, r, p)
        yield f"AUC(rel={rel})", lambda c, r=rel: in_pairs(c, lambda v, r=r: v >= r, 0, 1)
    yield "NDPM", lambda c: in_pairs(c, float, 1, 0)


FORMULAS = {**dict(with_cutoffs()), **dict(of_whole_rankings())}
ALIKE = {"RR_damped(damping=0,rel=2)@1"}
