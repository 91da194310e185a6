"""The greedy ideal of alpha-nDCG, in Python; sql/relations/greedy/sql.sql is its twin."""

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heapreplace

Kind = tuple[int, ...]  # the numbers, from 1, of the nuggets of documents that are alike


def greedy_order(
    documents: Sequence[Sequence[int]], weights: Sequence[float], alpha: float, k: int, lowest: bool = False
) -> list[tuple[int, float]]:
    """Puts documents in the order of their alpha gain, the highest first, each after those above it."""
    places: dict[Kind, list[int]] = {}  # of each kind the documents that are left, the first one last
    for place in range(len(documents), 0, -1):
        places.setdefault(tuple(documents[place - 1]), []).append(place)
    seen = [0] * len(weights)
    powers = [(1 - alpha) ** times for times in range(len(documents) + 1)]

    def gain(kind: Kind) -> float:
        # in the order of size, so that equal sets of terms have equal sums
        total = 0.0
        for term in sorted([weights[nugget - 1] * powers[seen[nugget - 1]] for nugget in kind]):
            total += term
        return total

    choose = lowest_first if lowest else highest_first
    return choose(places, seen, gain, min(k, len(documents)))


def highest_first(
    places: dict[Kind, list[int]], seen: list[int], gain: Callable[[Kind], float], size: int
) -> list[tuple[int, float]]:
    """The document of the highest gain, again and again. A gain only falls, so an old one bounds the present one."""
    order: list[tuple[int, float]] = []
    # the gain, the next document, the kind, and how many documents stood above when the gain was worked out
    heap = [(-gain(kind), left[-1], kind, 0) for kind, left in places.items()]
    heapify(heap)
    while len(order) < size:
        bound, place, kind, at = heap[0]
        if at < len(order):
            heapreplace(heap, (-gain(kind), place, kind, len(order)))
            continue
        order.append((place, -bound))
        for nugget in kind:
            seen[nugget - 1] += 1
        places[kind].pop()
        if places[kind]:
            heapreplace(heap, (-gain(kind), places[kind][-1], kind, len(order)))
        else:
            heappop(heap)
    return order


def lowest_first(
    places: dict[Kind, list[int]], seen: list[int], gain: Callable[[Kind], float], size: int
) -> list[tuple[int, float]]:
    """The document of the lowest gain, again and again."""
    order: list[tuple[int, float]] = []
    gains = {kind: gain(kind) for kind in places}
    while len(order) < size:
        least, place, kind = min((gains[kind], left[-1], kind) for kind, left in places.items())
        order.append((place, least))
        for nugget in kind:
            seen[nugget - 1] += 1
        places[kind].pop()
        if not places[kind]:
            del places[kind]
        met = set(kind)
        for other in places:
            if not met.isdisjoint(other):
                gains[other] = gain(other)
    return order
