"""NDPM, AUC and Bpref, which count by bits, over rankings of more ranks than a number has bits, pair by pair."""

import random
from itertools import combinations, product

import pytest
from random_rankings import Case, values

LEVELS = {
    "two": (0, 1),
    "four and below 0": (-1, 0, 0, 0, 1, 2, 3),
    "many": tuple(level / 50 for level in range(400)),
    "zeros": (-0.0, 0.0, 1),
}
DIFFERENT = {"none": 10**9, "some": 90, "few": 2}  # scores, of which ties are made


def deep_cases(levels: str, different: str) -> list[Case]:
    """Rankings around one, two and several times 63 ranks, a third of them unjudged."""
    dice = random.Random(f"{levels} {different}")
    cases = []
    for size in (62, 63, 64, 65, 125, 126, 127, 128, 300):
        relevance = [dice.choice(LEVELS[levels]) if dice.random() < 0.67 else None for _ in range(size)]
        scores = sorted((dice.randint(1, DIFFERENT[different]) for _ in range(size)), reverse=True)
        cases.append(Case(tuple(relevance), tuple(map(float, scores)), missed=(2,)))
    return cases


def misplaced(case: Case, better: list[int], worse: list[int]) -> int:
    """How many pairs the ranking contradicts, twice, and those of equal scores once."""
    scores = case.scores
    pairs = product(better, worse)
    return sum(2 * (scores[a] < scores[b]) + (scores[a] == scores[b]) for a, b in pairs)


@pytest.mark.quick(4)
@pytest.mark.parametrize("different", DIFFERENT)
@pytest.mark.parametrize("levels", LEVELS)
def test_counts_are_those_of_every_pair(levels: str, different: str) -> None:
    cases = deep_cases(levels, different)
    ndpm, auc, bpref = values("NDPM", cases), values("AUC", cases), values("Bpref", cases)
    for number, case in enumerate(cases):
        judged = [place for place, relevance in enumerate(case.relevance) if relevance is not None]
        ordered = [sorted(pair, key=lambda place: case.relevance[place]) for pair in combinations(judged, 2)]
        uneven = [(better, worse) for worse, better in ordered if case.relevance[worse] != case.relevance[better]]
        wrong = sum(misplaced(case, [better], [worse]) for better, worse in uneven)
        assert ndpm[number] == wrong / (2 * len(uneven))
        relevant = [place for place in judged if case.relevance[place] >= 1]
        others = [place for place in judged if case.relevance[place] < 1]
        wrong = misplaced(case, relevant, others)
        assert auc[number] == 1 - wrong / (2 * len(relevant) * len(others))
        nonrelevant = [place for place in others if case.relevance[place] >= 0]
        num_rel = case.relevant()
        room = max(min(len(nonrelevant), num_rel), 1)
        above = [sum(other < place for other in nonrelevant) for place in relevant]
        assert bpref[number] == pytest.approx(sum(1 - min(each, num_rel) / room for each in above) / num_rel, abs=1e-12)
