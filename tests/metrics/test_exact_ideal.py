"""The exact ideal of alpha-nDCG: no ranking is better, and what is said where the search stops early."""

import random
from collections.abc import Iterator
from itertools import islice, permutations
from math import log2

import pytest

from evalsql.udfs.exact import exact_ideal

ALPHAS = (0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)
EXACT = 1e-12

Case = tuple[list[list[int]], list[float]]


def dcgs(ranking: tuple[list[int], ...], weights: list[float], alpha: float) -> list[float]:
    """Alpha-DCG at each cutoff of a ranking, from its formula."""
    dcg, values = 0.0, []
    for i, nuggets in enumerate(ranking):
        for nugget in nuggets:
            above = sum(nugget in other for other in ranking[:i])
            dcg += weights[nugget - 1] * (1 - alpha) ** above / log2(2 + i)
        values.append(dcg)
    return values


def largest(documents: list[list[int]], weights: list[float], alpha: float) -> list[float]:
    """The largest alpha-DCG at each cutoff, over all rankings."""
    rankings = [dcgs(ranking, weights, alpha) for ranking in permutations(documents)]
    return [max(values) for values in zip(*rankings, strict=True)]


def greedy(documents: list[list[int]], weights: list[float], alpha: float) -> list[float]:
    """Alpha-DCG of the ranking that takes the document of highest gain at each rank, the first among equals."""
    ranking: tuple[list[int], ...] = ()
    left = list(documents)
    while left:
        ranking += (max(left, key=lambda nuggets: dcgs((*ranking, nuggets), weights, alpha)[-1]),)
        left.remove(ranking[-1])
    return dcgs(ranking, weights, alpha)


def small_cases() -> Iterator[Case]:
    """A hundred cases of up to six documents: some alike, some without nuggets, weights that tie and weights of 0."""
    chance = random.Random(2008)
    for _ in range(100):
        nuggets = chance.randint(1, 5)
        share = chance.choice((0.3, 0.5, 0.7))
        documents = [
            [nugget for nugget in range(1, nuggets + 1) if chance.random() < share] for _ in range(chance.randint(1, 6))
        ]
        if chance.random() < 0.3:
            documents[-1] = documents[0]
        yield documents, [chance.choice((1, 1, 1, 0.5, 0.2, 3, 0)) for _ in range(nuggets)]


def large_cases() -> Iterator[Case]:
    """Ten cases of forty documents."""
    chance = random.Random(5)
    for _ in range(10):
        documents = [[nugget for nugget in range(1, 7) if chance.random() < 0.3] for _ in range(40)]
        yield documents, [chance.choice((1, 0.5)) for _ in range(6)]


@pytest.mark.parametrize("alpha", ALPHAS)
def long_no_ranking_is_better(alpha: float) -> None:
    for documents, weights in small_cases():
        ideal = exact_ideal(documents, weights, alpha, len(documents))
        assert [dcg for dcg, _ in ideal] == pytest.approx(largest(documents, weights, alpha), rel=EXACT), documents
        assert all(dcg == bound for dcg, bound in ideal), documents


@pytest.mark.parametrize("alpha", [0.1, 0.5, 0.9, 1])
def long_the_best_lies_between_what_was_found_and_the_bound(alpha: float) -> None:
    for documents, weights in small_cases():
        best = largest(documents, weights, alpha)
        for (dcg, bound), value in zip(exact_ideal(documents, weights, alpha, len(documents), 0), best, strict=True):
            assert dcg <= value * (1 + EXACT), documents
            assert bound >= value * (1 - EXACT), documents


@pytest.mark.parametrize("steps", [0, 10, 100])
def long_a_search_that_stops_is_between_greedy_and_the_finished_one(steps: int) -> None:
    unknown = 0
    for documents, weights in islice(large_cases(), 3):
        finished = exact_ideal(documents, weights, 0.5, 10)
        assert all(dcg == bound for dcg, bound in finished)
        stopped = exact_ideal(documents, weights, 0.5, 10, steps)
        unknown += sum(dcg != bound for dcg, bound in stopped)
        values = zip(greedy(documents, weights, 0.5), stopped, finished, strict=False)
        for least, (dcg, bound), (best, _) in values:
            assert least * (1 - EXACT) <= dcg <= best * (1 + EXACT)
            assert best <= bound * (1 + EXACT)
    assert unknown


def test_the_order_of_documents_does_not_matter() -> None:
    for documents, weights in large_cases():
        turned = [nuggets[::-1] for nuggets in documents[::-1]]
        one, other = exact_ideal(documents, weights, 0.25, 8), exact_ideal(turned, weights, 0.25, 8)
        assert [dcg for dcg, _ in one] == pytest.approx([dcg for dcg, _ in other], rel=EXACT)


def test_the_example_of_clarke_and_others() -> None:
    documents = [[], [], [1], [3], [1], [1, 6], [], [2], [2], [2, 4]]
    ideal = exact_ideal(documents, [1] * 6, 0.5, 9)
    assert [dcg for dcg, _ in ideal] == pytest.approx(
        [2, 3.2619, 3.7619, 3.9772, 4.1706, 4.2597, 4.3430, 4.3430, 4.3430], abs=5e-5
    )
    assert all(dcg == bound for dcg, bound in ideal)


def test_where_greedy_falls_short() -> None:
    documents = [[1, 2, 3], [4, 5, 6], [1, 2, 4, 5]]
    ideal = exact_ideal(documents, [1] * 6, 1, 3)
    assert [dcg for dcg, _ in ideal] == pytest.approx([4, 4.892789260714372, 5.130929753571458], rel=EXACT)
    assert greedy(documents, [1] * 6, 1) == pytest.approx([4, 4.630929753571458, 5.130929753571458], rel=EXACT)


def long_what_is_easy_takes_no_steps() -> None:
    many = [[nugget for nugget in range(1, 13) if place % (nugget + 1) == 0] for place in range(500)]
    apart = [[nugget] for nugget in range(1, 101)]
    for documents, weights, alpha in ((many, [1] * 12, 0), (apart, [1 + n / 7 for n in range(100)], 0.5)):
        ideal = exact_ideal(documents, weights, alpha, 50, steps=0)
        gains = sorted((sum(weights[nugget - 1] for nugget in nuggets) for nuggets in documents), reverse=True)
        assert [dcg for dcg, _ in ideal] == pytest.approx(
            [sum(gain / log2(2 + i) for i, gain in enumerate(gains[:cutoff])) for cutoff in range(1, 51)], rel=EXACT
        )
        assert all(dcg == bound for dcg, bound in ideal)


@pytest.mark.parametrize(
    ("documents", "weights"), [([], []), ([], [1]), ([[], []], []), ([[], []], [1]), ([[1], [1]], [0])]
)
def test_nothing_to_gain(documents: list[list[int]], weights: list[float]) -> None:
    assert exact_ideal(documents, weights, 0.5, 3) == [(0, 0)] * 3
