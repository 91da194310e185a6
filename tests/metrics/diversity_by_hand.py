"""Measures over judgments by subtopic in plain Python, from the papers' formulas: slow, and easy to see through.

G is the alpha gain: the sum over a document's nuggets of u (1 - alpha)^r, where u is the nugget's weight and r says how
many documents above have it (Clarke et al., SIGIR 2008, equation 7).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import ceil, fsum, inf, log2, prod


@dataclass(frozen=True, eq=False)
class Query:
    """A ranking and its judgments.

    Attributes:
        ranking: the documents, best first.
        nuggets: the relevant subtopics of every judged document that has any.
        weights: of every subtopic that is relevant to some document.
        probable: the probabilities that the judgments give, by document and subtopic.
        likely: the weights of all subtopics, relevant to some document or not.
        gains: what a document is worth for a subtopic, above 0.
    """

    ranking: tuple[str, ...]
    nuggets: Mapping[str, frozenset[str]]
    weights: Mapping[str, float]
    probable: Mapping[tuple[str, str], float]
    likely: Mapping[str, float]
    gains: Mapping[tuple[str, str], float]

    @property
    def all_weights(self) -> float:
        """The sum of the weights of all nuggets."""
        return fsum(self.weights.values())


def gain(query: Query, above: Iterable[str], doc: str, alpha: float) -> float:
    """G of a document below others."""
    found = list(above)
    return fsum(
        query.weights[s] * (1 - alpha) ** sum(s in query.nuggets.get(other, ()) for other in found)
        for s in query.nuggets.get(doc, ())
    )


@cache
def gains(query: Query, docs: tuple[str, ...], alpha: float) -> list[float]:
    """G of every document of a ranking."""
    return [gain(query, docs[:place], doc, alpha) for place, doc in enumerate(docs)]


@cache
def greedy(query: Query, alpha: float, worst: bool = False) -> tuple[str, ...]:
    """The documents with a nugget, each that of the highest (or lowest) G that is left; ties by doc_id descending."""
    left = sorted(query.nuggets, reverse=True)
    order: list[str] = []
    while left:
        choose = min if worst else max  # the first of equals
        order.append(choose(left, key=lambda doc: gain(query, order, doc, alpha)))
        left.remove(order[-1])
    return tuple(order)


def cut(values: Sequence[float], k: float) -> Sequence[float]:
    """The first k values."""
    return values if k == inf else values[: int(k)]


Discount = Callable[[int], float]


def no_discount(rank: int) -> float:
    """Of cumulated gain."""
    return 1


def logarithm(rank: int) -> float:
    """Of discounted cumulated gain."""
    return log2(1 + rank)


def reciprocal(rank: int) -> float:
    """Of the expected reciprocal rank."""
    return rank


def geometric(beta: float) -> Discount:
    """Of rank-biased precision."""
    return lambda rank: 1 / beta ** (rank - 1) if beta ** (rank - 1) else inf


def cumulated(query: Query, docs: tuple[str, ...], alpha: float, discount: Discount, k: float = inf) -> float:
    """The sum of discounted G."""
    return fsum(g / discount(rank) for rank, g in enumerate(cut(gains(query, docs, alpha), k), start=1))


def of_ideal(query: Query, alpha: float, discount: Discount, k: float = inf) -> float:
    """The sum of discounted G as a share of that of the greedy ideal, at most 1."""
    ideal = cumulated(query, greedy(query, alpha), alpha, discount, k)
    return min(1, cumulated(query, query.ranking, alpha, discount, k) / ideal) if ideal else 0


def of_best(query: Query, alpha: float, discount: Discount, k: int) -> float:
    """The sum of discounted G as a share of what a document with every nugget at each rank would give."""
    best = fsum(query.all_weights * (1 - alpha) ** (rank - 1) / discount(rank) for rank in range(1, k + 1))
    return cumulated(query, query.ranking, alpha, discount, k) / best if best else 0


def nrbp(query: Query, alpha: float, beta: float, k: float = inf) -> float:
    """(1 - (1 - alpha) beta) / U times the sum of beta^(i - 1) G(i)."""
    if not query.weights:
        return 0
    share = (1 - (1 - alpha) * beta) / query.all_weights
    return share * cumulated(query, query.ranking, alpha, geometric(beta), k)


def average(query: Query, of_nugget: Callable[[str], float]) -> float:
    """The mean over nuggets, by their weights."""
    total = fsum(weight * of_nugget(s) for s, weight in query.weights.items())
    return total / query.all_weights if query.weights else 0


def average_precision(query: Query, nugget: str, k: float) -> float:
    """AP of one nugget."""
    relevant = [nugget in query.nuggets.get(doc, ()) for doc in query.ranking]
    precisions = [sum(relevant[:rank]) / rank for rank, is_relevant in enumerate(relevant, start=1) if is_relevant]
    found = len([1 for is_relevant in cut(relevant, k) if is_relevant])
    return fsum(precisions[:found]) / sum(nugget in has for has in query.nuggets.values())


def precision(query: Query, nugget: str, k: int) -> float:
    """P@k of one nugget."""
    return sum(nugget in query.nuggets.get(doc, ()) for doc in query.ranking[:k]) / k


def covered(query: Query, docs: Iterable[str]) -> int:
    """How many nuggets documents have together."""
    return len(frozenset().union(*(query.nuggets.get(doc, frozenset()) for doc in docs)))


def recall(query: Query, k: float) -> float:
    """The share of nuggets seen in the first k documents."""
    return covered(query, cut(query.ranking, k)) / len(query.weights) if query.weights else 0


def needed(query: Query, level: float) -> int:
    """How many nuggets a recall asks for."""
    return ceil(level * len(query.weights) - 1e-9)


def fewest(query: Query, level: float) -> int:
    """The size of the smallest set of documents that reaches a recall, by trying all of them."""
    for size in range(1, len(query.nuggets) + 1):
        if any(covered(query, docs) >= needed(query, level) for docs in combinations(query.nuggets, size)):
            return size
    raise AssertionError("all documents together have every nugget")


def greedily_few(query: Query, level: float) -> int:
    """The same, each document the one with the most nuggets that those above do not have; ties by doc_id descending."""
    plain = Query((), query.nuggets, dict.fromkeys(query.weights, 1), {}, {}, {})
    order = greedy(plain, alpha=1)
    return next(size for size in range(1, len(order) + 1) if covered(query, order[:size]) >= needed(query, level))


def s_precision(query: Query, level: float, k: float = inf, few: Callable[[Query, float], int] = fewest) -> float:
    """The fewest documents over the rank at which the run reaches the recall."""
    for rank in range(1, len(cut(query.ranking, k)) + 1):
        if query.weights and covered(query, query.ranking[:rank]) >= needed(query, level):
            return few(query, level) / rank
    return 0


def d_ndcg(query: Query, k: float = inf) -> float:
    """nDCG of the global gain, the sum over subtopics of P(s) g(s, d); P(s) is its share of the weights."""
    worth: dict[str, list[float]] = {}
    for (doc, s), value in query.gains.items():
        worth.setdefault(doc, []).append(value * query.likely[s])
    total = {doc: fsum(values) for doc, values in worth.items()}

    def dcg(values: Sequence[float]) -> float:
        return fsum(value / log2(1 + rank) for rank, value in enumerate(cut(values, k), start=1))

    ideal = dcg(sorted(total.values(), reverse=True))
    return dcg([total.get(doc, 0) for doc in query.ranking]) / ideal if ideal else 0


def d_sharp(query: Query, gamma: float, k: float = inf) -> float:
    """gamma I-rec + (1 - gamma) D-nDCG."""
    return gamma * recall(query, k) + (1 - gamma) * d_ndcg(query, k)


def relevant(query: Query, doc: str, alpha: float, gamma: float) -> float:
    """The probability that a document by itself has a nugget that the user wants: equations 1 to 5."""
    present = dict.fromkeys(query.nuggets.get(doc, ()), alpha)
    present |= {s: probability for (judged, s), probability in query.probable.items() if judged == doc}
    return 1 - prod(1 - gamma * query.likely[s] * probability for s, probability in present.items())


def exact(query: Query, above: Sequence[str], doc: str, alpha: float, gamma: float) -> float:
    """The probability that it has one that the user has not met above: equation 6."""
    met = {s: sum(s in query.nuggets.get(other, ()) for other in above) for s in query.weights}
    return 1 - prod(1 - gamma * query.weights[s] * alpha * (1 - alpha) ** met[s] for s in query.nuggets.get(doc, ()))
