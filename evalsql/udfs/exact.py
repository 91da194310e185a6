"""The exact ideal of alpha-nDCG: the largest alpha-DCG of every cutoff, by branch and bound.

Rankings grow rank by rank, all cutoffs in one search. Four observations keep them few:

- Documents of the same nuggets are alike, so a ranking is a sequence of kinds, and a kind has copies.
- A kind waits while a document is left that has all its nuggets and more. Put that document where the kind stood (and
  the kind where that document stood, if it came later): at no rank has a nugget been met less often. So no CG(r) falls
  and DCG does not either: it is the sum of CG(r) * (discount(r) - discount(r + 1)), and CG(k) * discount(k) at the end.
- What is still to gain depends on how often each nugget was met and on the copies left, so of the rankings that agree
  in both only the one of highest DCG is kept. More copies than ranks to come are as good as that many.
- A ranking is dropped when no cutoff to come can be better than the best ranking known there. `_bounds` says why.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import fsum, log2

# rankings to follow times kinds of documents to follow them by: seconds for a query. TREC's Web tracks of 2012 and 2013
# are settled at 20 ranks; their hardest query follows 15,000 rankings by 23 kinds
WORK = 500_000
SLACK = 1 + 1e-12  # a bound this little above the best is rounding

State = tuple[tuple[int, ...], tuple[int, ...]]  # how often each nugget was met, copies left of each kind
Value = tuple[float, float]  # DCG and CG of the best ranking that leads there
Frontier = dict[State, Value]


def exact_ideal(
    documents: Sequence[Sequence[int]], weights: Sequence[float], alpha: float, k: int, steps: int | None = None
) -> list[tuple[float, float]]:
    """The largest alpha-DCG that any ranking has at each cutoff, each cutoff for itself."""
    asked, k = k, min(k, sum(any(weights[nugget - 1] for nugget in nuggets) for nuggets in documents))
    topic = _topic(documents, weights, alpha, k)
    steps = WORK // max(1, len(topic.kinds)) if steps is None else steps
    best, met = _greedy(topic, k)
    prices = [_prices(topic, counts) for counts in met]
    bounds = [0.0] * (k + 1)
    frontier: Frontier = {((0,) * len(weights), topic.copies): (0.0, 0.0)}
    for rank in range(1, k + 1):
        width = max(1, steps // min(10, k + 1 - rank))  # early cutoffs are asked for more than late ones
        if len(frontier) > width:
            for state in _least(frontier, len(frontier) - width):
                for cutoff, bound in enumerate(
                    _bounds(topic, prices, rank - 1, state, frontier.pop(state)), start=rank
                ):
                    bounds[cutoff] = max(bounds[cutoff], bound)
        steps -= len(frontier)
        frontier = _followed(topic, frontier, rank, k)
        found = max((dcg for dcg, _ in frontier.values()), default=0.0)
        for cutoff in range(rank, k + 1):
            if found > best[cutoff] * SLACK:  # else it is the same ranking's, rounded otherwise
                best[cutoff] = found
        frontier = {
            state: value
            for state, value in frontier.items()
            if any(
                bound > best[cutoff] * SLACK
                for cutoff, bound in enumerate(_bounds(topic, prices, rank, state, value), start=rank + 1)
            )
        }
    ideal = [(dcg, bound if bound > dcg * SLACK else dcg) for dcg, bound in zip(best, bounds, strict=True)]
    return ideal[1:] + ideal[-1:] * (asked - k)


@dataclass(frozen=True)
class _Topic:
    """The documents of a query by kind; kinds in the order of their first documents."""

    kinds: list[tuple[int, ...]]  # nuggets, from 0
    copies: tuple[int, ...]
    places: list[list[int]]  # of the documents of each kind
    above: list[int]  # the kinds that have all nuggets of this one and more, as bits
    gains: list[list[float]]  # by nugget: what it gains after it was met 0, 1, 2, ... times
    discounts: list[float]  # by rank; one rank more than k, none for rank 0


def _topic(documents: Sequence[Sequence[int]], weights: Sequence[float], alpha: float, k: int) -> _Topic:
    """The kinds that a ranking of k documents can need."""
    places: dict[frozenset[int], list[int]] = {}
    for place, nuggets in enumerate(documents):
        kind = frozenset(nugget - 1 for nugget in nuggets if weights[nugget - 1] > 0)
        if kind:
            places.setdefault(kind, []).append(place)
    needed = [kind for kind in places if sum(len(places[other]) for other in places if other > kind) < k]
    return _Topic(
        kinds=[tuple(sorted(kind)) for kind in needed],
        copies=tuple(min(len(places[kind]), k) for kind in needed),
        places=[places[kind] for kind in needed],
        above=[sum(1 << bit for bit, other in enumerate(needed) if other > kind) for kind in needed],
        gains=[[weight * (1 - alpha) ** times for times in range(k + 1)] for weight in weights],
        discounts=[0.0, *(1 / log2(1 + rank) for rank in range(1, k + 2))],
    )


def _greedy(topic: _Topic, k: int) -> tuple[list[float], list[list[int]]]:
    """DCG of the greedy ranking, and how often each nugget was met, after 0 to k documents."""
    met = [0] * len(topic.gains)
    used = [0] * len(topic.kinds)
    dcg, counts = [0.0], [met[:]]
    for rank in range(1, k + 1):
        gains = [
            (fsum(topic.gains[nugget][met[nugget]] for nugget in nuggets), -places[used[kind]], kind)
            for kind, (nuggets, places) in enumerate(zip(topic.kinds, topic.places, strict=True))
            if used[kind] < len(places)
        ]
        gain, _, kind = max(gains, default=(0.0, 0, None))
        if kind is not None:
            used[kind] += 1
            for nugget in topic.kinds[kind]:
                met[nugget] += 1
        dcg.append(dcg[-1] + gain * topic.discounts[rank])
        counts.append(met[:])
    return dcg, counts


def _followed(topic: _Topic, frontier: Frontier, rank: int, k: int) -> Frontier:
    """The rankings of a frontier, each followed by every kind that need not wait."""
    longer: Frontier = {}
    for (met, left), (dcg, cg) in frontier.items():
        available = sum(1 << kind for kind, copies in enumerate(left) if copies)
        for kind, nuggets in enumerate(topic.kinds):
            if not left[kind] or topic.above[kind] & available:
                continue
            gain = fsum([topic.gains[nugget][met[nugget]] for nugget in nuggets])
            if gain == 0:  # alpha is 1 and its nuggets were met: no use at any rank
                continue
            state = _after(topic, met, left, kind, k - rank)
            value = (dcg + gain * topic.discounts[rank], cg + gain)
            if state not in longer or value > longer[state]:
                longer[state] = value
    return longer


def _after(topic: _Topic, met: tuple[int, ...], left: tuple[int, ...], kind: int, ranks: int) -> State:
    """Where a ranking stands after one more document, with this many ranks to come."""
    counts = list(met)
    for nugget in topic.kinds[kind]:
        counts[nugget] += 1
    copies = [min(copies - (other == kind), ranks) for other, copies in enumerate(left)]
    return tuple(counts), tuple(copies)


def _least(frontier: Frontier, count: int) -> list[State]:
    """The rankings of lowest DCG, which are given up when there are too many."""
    return sorted(frontier, key=lambda state: frontier[state][0])[:count]


@dataclass(frozen=True)
class _Prices:
    """Prices of the nuggets, as `_bounds` reads them."""

    worth: list[list[float]]  # by nugget and how often it was met
    kinds: list[tuple[float, int]]  # price and number of each kind, the dearest first


def _prices(topic: _Topic, met: list[int]) -> list[_Prices]:
    """Prices for a cutoff at which the greedy ranking has met the nuggets so often.

    Any prices give a bound. Good ones lie between what a nugget gained last in the best ranking and what it would gain
    next: the middle of the two in the greedy ranking, and one price for all nuggets. Each is the better one at times.
    """
    if not topic.kinds:
        return []
    own = [(gains[max(times - 1, 0)] + gains[times]) / 2 for gains, times in zip(topic.gains, met, strict=True)]
    every, meetings = sorted((gain for gains in topic.gains for gain in gains), reverse=True), sum(met)
    same = (every[max(meetings - 1, 0)] + every[meetings]) / 2
    return [_priced(topic, own), _priced(topic, [min(same, gains[0]) for gains in topic.gains])]


def _priced(topic: _Topic, prices: list[float]) -> _Prices:
    """What the nuggets and the kinds are worth at these prices."""
    worth = []
    for gains, price in zip(topic.gains, prices, strict=True):
        profits = list(accumulate((gain - price for gain in gains[:-1]), initial=0.0))
        highest = list(accumulate(reversed(profits), max))[::-1]  # of meetings as many as now or more
        worth.append([profit + price * times for times, profit in enumerate(highest)])
    kinds = [(sum(prices[nugget] for nugget in nuggets), kind) for kind, nuggets in enumerate(topic.kinds)]
    return _Prices(worth, sorted(kinds, reverse=True))


def _bounds(topic: _Topic, prices: list[list[_Prices]], rank: int, state: State, value: Value) -> Iterator[float]:
    """What DCG a ranking can have at most at each cutoff that follows.

    CG is a sum over nuggets. Let each meeting with a nugget cost a price, the same every time, and let each document
    bring in the prices of its nuggets: that leaves CG as it is. Now let every nugget be met as often as is best for it,
    but not less often than it was met already, and take the documents left that bring in most: that is not below the CG
    of any ranking that goes on from here. DCG is a sum of CG with factors that are not below 0.
    """
    (met, left), (dcg, cg) = state, value
    discounts = topic.discounts
    total = dcg - cg * discounts[rank + 1]
    for cutoff in range(rank + 1, len(prices)):
        cg = min([_most(prices_, met, left, cutoff - rank) for prices_ in prices[cutoff]])
        yield total + cg * discounts[cutoff]
        total += cg * (discounts[cutoff] - discounts[cutoff + 1])


def _most(prices: _Prices, met: tuple[int, ...], left: tuple[int, ...], places: int) -> float:
    """What CG a ranking can have at most after this many more documents."""
    cg = 0.0
    for worth, times in zip(prices.worth, met, strict=True):
        cg += worth[times]
    for price, kind in prices.kinds:
        if left[kind] >= places:
            return cg + price * places
        cg += price * left[kind]
        places -= left[kind]
    return cg
