"""The measures of graded gains, each against its formula worked out by brute force over small random cases."""

from collections.abc import Callable
from math import log, log2
from statistics import mean

import pytest
from random_rankings import CASES, Case, values

CUTOFFS = (None, 1, 3, 5, 30)
GAINS = {None: {}, "{1:0.5,2:0.1,3:0.7}": {1: 0.5, 2: 0.1, 3: 0.7}}
SHARES = {None: {}, "{1:0.5,2:0.1,3:1}": {1: 0.5, 2: 0.1, 3: 1}}
DISCOUNTS: dict[tuple[str, float], Callable[[int], float]] = {
    ("log2", 2): lambda i: log2(i + 1),
    ("jk", 2): lambda i: 1 if i < 2 else log2(i),
    ("jk", 2.5): lambda i: 1 if i < 2.5 else log(i) / log(2.5),
    ("rank", 2): lambda i: i,
    ("none", 2): lambda i: 1,
}
CLOSE = 1e-11


def check(reference: Callable[[Case], float | None], metric: str, k: int | None = None, **given) -> int:
    """Compares a measure with its reference over all cases.

    Returns:
        How many values were compared that are neither nothing, nor 0 or 1.
    """
    written = {key: repr(value) if key in ("discount", "vector") else value for key, value in given.items()}
    inside = ",".join(f"{key}={value}" for key, value in written.items() if value is not None)
    found = values(f"{metric}({inside})" + (f"@{k}" if k else ""))
    for case, value in zip(CASES, found, strict=True):
        expected = reference(case)
        expected = None if expected is None else pytest.approx(expected, rel=0, abs=CLOSE)
        assert value == expected, (metric, given, k, case)
    return sum(value not in (None, 0, 1) for value in found)


def gain(relevance: float | None, gains: dict) -> float:
    return gains.get(relevance, max(relevance, 0)) if relevance is not None else 0


def own(case: Case, gains: dict) -> list[float]:
    """The gains of the ranking."""
    return [gain(relevance, gains) for relevance in case.relevance]


def ideal(case: Case, gains: dict) -> list[float]:
    """The gains of the recall base, highest first."""
    return sorted((gain(relevance, gains) for relevance in case.judgments), reverse=True)


def worth(relevance: float | None, gains: dict, top: float, rel: float) -> float:
    if top or gains:
        return gain(relevance, gains) / (top or 1)
    return float(relevance is not None and relevance >= rel)


def share(part: float, whole: float) -> float:
    return part / whole if whole else 0


@pytest.mark.quick(3)
@pytest.mark.parametrize("k", CUTOFFS)
@pytest.mark.parametrize("gains", SHARES)
def test_rbp_and_its_utility(gains: str | None, k: int | None) -> None:
    some = 0
    for top, rel, p in ((0, 1, 0.5), (0, 2, 0.8), (3, 1, 0), (4, 1, 0.95)):

        def utility(case: Case, top=top, rel=rel, p=p) -> float:
            worths = [worth(relevance, SHARES[gains], top, rel) for relevance in case.relevance[:k]]
            return sum(w * p**place for place, w in enumerate(worths))

        given = {"p": p, "rel": rel, "top": top, "gains": gains}
        some += check(utility, "RBP_utility", k, **given)
        some += check(lambda case, p=p, u=utility: (1 - p) * u(case), "RBP", k, **given)
    assert some > 100


@pytest.mark.quick(7)
@pytest.mark.parametrize("k", [k for k in CUTOFFS if k])
@pytest.mark.parametrize(("discount", "base"), DISCOUNTS)
def test_scaled_dcg_and_its_residual(discount: str, base: float, k: int) -> None:
    divisor = DISCOUNTS[discount, base]
    scale = sum(1 / divisor(i) for i in range(1, k + 1))
    some = 0
    for gains in SHARES:
        for top, rel in ((0, 1), (0, 2), (3, 1)):

            def sdcg(case: Case, gains=gains, top=top, rel=rel) -> float:
                worths = [worth(relevance, SHARES[gains], top, rel) for relevance in case.relevance[:k]]
                return sum(w / divisor(i) for i, w in enumerate(worths, start=1)) / scale

            given = {"rel": rel, "top": top, "gains": gains}
            some += check(sdcg, "sDCG", k, discount=discount, base=base, **given)

    def residual(case: Case) -> float:
        known = [i for i, r in enumerate(case.relevance[:k], start=1) if r is not None and r >= 0]
        return sum(1 / divisor(i) for i in range(1, k + 1) if i not in known) / scale

    some += check(residual, "sDCG_residual", k, discount=discount, base=base)
    assert some > 40


@pytest.mark.quick(3)
@pytest.mark.parametrize("k", CUTOFFS)
@pytest.mark.parametrize("gains", GAINS)
def test_generalised_precision_and_recall_and_the_sliding_ratio(gains: str | None, k: int | None) -> None:
    named = GAINS[gains]
    some = check(
        lambda case: share(sum(own(case, named)[:k]), 3 * (k or len(case.relevance))),
        "gP",
        k,
        top=3,
        gains=gains,
    )
    some += check(lambda case: share(sum(own(case, named)[:k]), sum(ideal(case, named))), "gR", k, gains=gains)

    def sliding(case: Case) -> float:
        found = own(case, named)
        return share(sum(found[:k]), sum(sorted(found, reverse=True)[:k]))

    some += check(sliding, "SR", k, gains=gains)
    assert some > 50


@pytest.mark.quick(7)
@pytest.mark.parametrize("k", CUTOFFS)
@pytest.mark.parametrize("gains", GAINS)
@pytest.mark.parametrize("threshold", [0.5, 1, 2, 3])
def test_satisfaction_and_frustration(threshold: float, gains: str | None, k: int | None) -> None:
    top = 3

    def ratio(values: list[float]) -> float:
        return share(sum(values[:k]), sum(sorted(values, reverse=True)[:k]))

    def satisfaction(case: Case) -> float:
        return ratio([g if g >= threshold else 0 for g in own(case, GAINS[gains])])

    def frustration(case: Case) -> float:
        return ratio([top - g if g < threshold else 0 for g in own(case, GAINS[gains])])

    def total(case: Case) -> float:
        return 0.3 * satisfaction(case) + 0.7 * (1 - frustration(case)) if case.relevance else 0

    given = {"threshold": threshold, "gains": gains}
    check(satisfaction, "Satisfaction", k, **given)
    some = check(frustration, "Frustration", k, top=top, **given)
    some += check(total, "SatisfactionTotal", k, top=top, weight=0.3, **given)
    assert k not in (3, 5) or some > 20


@pytest.mark.parametrize("gains", GAINS)
def test_ranked_half_life(gains: str | None) -> None:
    def half_life(case: Case) -> float | None:
        found = own(case, GAINS[gains])
        half, so_far = sum(found) / 2, 0.0
        for rank, each in enumerate(found, start=1):
            if each and so_far + each >= half - 1e-12:
                return rank - 0.5 + (half - so_far) / each
            so_far += each
        return None

    assert check(half_life, "RHL", gains=gains) > 60
    assert sum(half_life(case) is None for case in CASES) > 5


def vector(case: Case, name: str, divisor: Callable[[int], float], gains: dict, length: int) -> list[float]:
    """CG, DCG, nCG or nDCG by rank, of equations 1 to 5."""

    def cumulated(values: list[float]) -> list[float]:
        padded = (values + [0] * length)[:length]
        divided = [g / (divisor(i) if "D" in name else 1) for i, g in enumerate(padded, start=1)]
        return [sum(divided[:i]) for i in range(1, length + 1)]

    found, best = cumulated(own(case, gains)), cumulated(ideal(case, gains))
    return [share(f, b) for f, b in zip(found, best, strict=True)] if name.startswith("n") else found


@pytest.mark.quick(5)
@pytest.mark.parametrize(
    ("name", "discount", "base"),
    [("CG", "log2", 2), ("nCG", "jk", 2), *((name, *each) for name in ("DCG", "nDCG") for each in DISCOUNTS)],
)
def test_the_mean_of_a_vector_and_the_rank_at_which_it_reaches_a_target(name: str, discount: str, base: float) -> None:
    divisor = DISCOUNTS[discount, base]
    some, never = 0, 0
    for gains, named in GAINS.items():
        given = {"vector": name, "discount": discount, "base": base, "gains": gains}
        for k in (1, 4, 30):
            some += check(lambda case, k=k, g=named: mean(vector(case, name, divisor, g, k)), "AvgPos", k, **given)
        for target in (0.3, 0.6, 0.7, 1, 3):

            def reach(case: Case, target=target, named=named) -> int | None:
                reached = [v >= target - 1e-11 for v in vector(case, name, divisor, named, 30)]
                return reached.index(True) + 1 if any(reached) else None

            some += check(reach, "Reach", target=target, **given)
            never += sum(reach(case) is None for case in CASES)
    assert some > 400
    assert never > 100
