"""Users whom documents satisfy, followed rank by rank, and what their measures need of special functions."""

from collections.abc import Callable

import duckdb
import pytest
from random_rankings import Case, agrees, all_cases
from scipy import special

import evalsql
from evalsql.catalog.templates import expand

Goes = Callable[[int, float, float], float]  # the chance of going on, by rank, worth there, and gain so far
FAR = 400  # a cutoff far below the ends of all rankings


def goes_on(name: str, t: float, p: float) -> Goes:
    """How a user goes on: as cwl-eval says it, or its papers do."""
    return {
        "INSQ": lambda rank, worth, gained: ((rank + 2 * t - 1) / (rank + 2 * t)) ** 2,
        "INST": lambda rank, worth, gained: ((rank + 2 * t - gained - 1) / (rank + 2 * t - gained)) ** 2,
        "BPM": lambda rank, worth, gained: 0 if gained >= t - 1e-9 else 1,
        "NERR8": lambda rank, worth, gained: 1 - worth,
        "NERR9": lambda rank, worth, gained: rank / (rank + 1) * (1 - worth),
        "NERR10": lambda rank, worth, gained: p * (1 - worth),
        "NERR11": lambda rank, worth, gained: ((rank + 2 * t - 1) / (rank + 2 * t)) ** 2 * (1 - worth),
    }[name]


def follow(case: Case, goes: Goes, k: int, scale: tuple[float, float], at_best: bool = False) -> tuple[float, float]:
    """What a user gains and how many documents she looks at, down to rank k."""
    utility = examined = gained = 0.0
    reads = 1.0
    for rank in range(1, k + 1):
        low, high = scale
        worth = min(max((max(case.at(rank) or 0, 0) - low) / (high - low), 0), 1)
        if at_best and not case.judged(rank):
            worth = 1
        utility, examined, gained = utility + reads * worth, examined + reads, gained + worth
        reads *= goes(rank, worth, gained)
    return utility, examined


USERS = {"INSQ": "T", "INST": "T", "BPM": "T", "NERR8": "", "NERR9": "", "NERR10": "p", "NERR11": "T"}


@pytest.mark.quick(14)
@pytest.mark.parametrize("k", [1, 3, 7, FAR])
@pytest.mark.parametrize("scale", [(0, 1), (0, 3), (0.5, 2)])
@pytest.mark.parametrize("name", USERS)
def test_measures_are_those_of_a_user_who_is_followed(name: str, scale: tuple[float, float], k: int) -> None:
    of = {"T": ["T=2.5"], "p": ["p=0.7"], "": []}[USERS[name]]
    goes = goes_on(name, 2.5, 0.7)
    plain = f"({','.join(of)})@{k}" if of else f"@{k}"
    text = f"({','.join([*of, f'min_rel={scale[0]}', f'max_rel={scale[1]}'])})@{k}"

    def rate(case: Case, at_best: bool = False) -> float:
        utility, examined = follow(case, goes, k, scale, at_best)
        return utility / examined

    agrees(f"{name}{text}", rate)
    agrees(f"{name}_utility{text}", lambda case: follow(case, goes, k, scale)[0])
    if name != "INSQ" and k > (3 if name == "BPM" else 1):
        agrees(f"{name}_examined{text}", lambda case: follow(case, goes, k, scale)[1])
    if name != "INSQ":
        agrees(f"{name}_residual{text}", lambda case: rate(case, at_best=True) - rate(case))
    elif scale == (0, 1):
        agrees(f"INSQ_residual{plain}", lambda case: rate(Case((), ()), True) - judged_weight(case, goes, k))


def judged_weight(case: Case, goes: Goes, k: int) -> float:
    """The share of the weight of INSQ that judged ranks have."""
    seen = tuple(1 if case.judged(rank) else 0 for rank in range(1, case.retrieved + 1))
    utility, examined = follow(Case(seen, ()), goes, k, (0, 1))
    return utility / examined


@pytest.mark.parametrize("name", ["INSQ", "INST", "NERR10", "NERR11"])
def test_without_a_last_rank_it_is_what_far_ones_tend_to(name: str) -> None:
    texts = [name, *(f"{name}@{k}" for k in (10**4, 10**6, 10**8))]
    rows = [[value for *_, value in all_cases().score(text).fetchall()] for text in texts]
    near, nearer, nearest = (max(abs(a - b) for a, b in zip(rows[0], row, strict=True)) for row in rows[1:])
    assert nearest <= 1e-7
    if name in ("INSQ", "INST"):
        assert near > 10 * nearer > 100 * nearest


def chance(gain: float, top: float, kind: str) -> float:
    return (2**gain - 1) / 2**top if kind == "exp" else gain / (top + 1)


def reciprocal(chances: list[float]) -> float:
    """One over the rank where the user stops, expected."""
    total, reached = 0.0, 1.0
    for rank, stops in enumerate(chances, start=1):
        total += reached * stops / rank
        reached *= 1 - stops
    return total


@pytest.mark.quick(3)
@pytest.mark.parametrize("k", [None, 1, 3])
@pytest.mark.parametrize("kind", ["exp", "linear"])
@pytest.mark.parametrize("top", [3, 4])
def test_err_is_expected_reciprocal_rank_and_nerr_its_share(top: float, kind: str, k: int | None) -> None:
    text = f"(chance='{kind}',top={top}){f'@{k}' if k else ''}"

    def err(gains: list[float]) -> float:
        return reciprocal([chance(gain, top, kind) for gain in gains[:k]])

    def found(case: Case) -> float:
        return err([max(each or 0, 0) for each in case.relevance])

    def best(case: Case) -> float:
        return err(sorted((value for value in case.judgments if value > 0), reverse=True))

    agrees(f"ERR{text}", found)
    agrees(f"nERR{text}", lambda case: found(case) / best(case) if best(case) else 0)


@pytest.mark.quick(2)
@pytest.mark.parametrize("k", [None, 2, 3, 20])  # one rank makes no pair
@pytest.mark.parametrize("rel", [1, 2])
def test_accuracy_is_the_share_of_pairs_in_order(rel: int, k: int | None) -> None:
    def share(case: Case) -> float | None:
        relevant = [(each or 0) >= rel for each in case.relevance[:k]]
        pairs = [i < j for i, one in enumerate(relevant) for j, other in enumerate(relevant) if one and not other]
        return sum(pairs) / len(pairs) if pairs else None

    agrees(f"Accuracy(rel={rel}){f'@{k}' if k else ''}", share)


@pytest.mark.quick(2)
@pytest.mark.parametrize("depth", [1, 3, 50])
@pytest.mark.parametrize("p", [0.5, 0.95])
def test_compat_is_overlap_with_the_nearest_ideal_over_that_of_the_ideal(p: float, depth: int) -> None:
    def compat(case: Case) -> float:
        docs = [(-(rel or 0), place) for place, rel in enumerate(case.relevance)]
        ideal = sorted(doc for doc in docs if doc[0] < 0)
        ideal = sorted([*ideal, *((-rel, 999) for rel in case.missed if rel > 0)])
        shared = [len(set(docs[:d]) & set(ideal[:d])) for d in range(1, depth + 1)]
        score = sum(p**d * both / d for d, both in enumerate(shared, start=1))
        best = sum(p**d * min(d, len(ideal)) / d for d in range(1, depth + 1))
        return score / best if best else 0

    agrees(f"Compat(p={p},depth={depth})", compat)


def test_trigamma_is_scipys() -> None:
    for x in (1e-3, 0.3, 1, 1.5, 2, 7.25, 15.999, 16, 16.5, 100, 1e4, 1e9):
        ((found,),) = duckdb.execute(f"select {expand('{{ trigamma(' + repr(str(x)) + ') }}')}").fetchall()
        assert found == pytest.approx(float(special.polygamma(1, x)), rel=1e-14)


def test_harmonic_numbers_are_sums_of_reciprocals() -> None:
    for n in (0, 1, 2, 15, 16, 17, 100, 10_000):
        ((found,),) = duckdb.execute(f"select {expand('{{ harmonic(' + repr(str(n)) + ') }}')}").fetchall()
        assert found == pytest.approx(sum(1 / i for i in range(1, n + 1)), rel=1e-14)


@pytest.mark.parametrize("name", ["INST", "BPM_utility", "NERR9_examined", "NERR10_residual"])
def test_a_scale_of_no_length_is_refused(name: str) -> None:
    with pytest.raises(evalsql.InputError, match=r"min_rel is 2[.]0 and max_rel 2[.]0; min_rel must be the lower"):
        all_cases().score(f"{name}(min_rel=2,max_rel=2)@3")


def test_a_scale_that_ends_where_it_begins_is_refused() -> None:
    with pytest.raises(
        evalsql.InputError, match=r"min_rel is 2[.]0 and the highest gain 2[.]0; min_rel must be the lower"
    ):
        all_cases().score("sDCG(min_rel=2,top=2)@3")


@pytest.mark.parametrize("name", ["ERR", "nERR"])
def test_a_gain_above_the_scale_is_refused(name: str) -> None:
    with pytest.raises(evalsql.InputError, match=r"gains 3[.]0, more than 2[.]0, the highest gain; set top"):
        all_cases().score(f"{name}(top=2)")
