"""Users who read on by chance, stop where they are satisfied, or pay, followed rank by rank in plain Python.

Ties that are shared, and what unjudged documents could still change, are here too.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain, product

import pyarrow as pa
from random_rankings import CASES, Case, Formula, compared

import evalsql
from evalsql.catalog.measure import parse_measure

Goes = Callable[[int, float, float, float], float]  # the chance of going on, by rank, relevance, worth and gain so far
FAR = 100  # a cutoff far below the ends of all rankings
ENOUGH = 330  # 0.9 to this power is nothing
PROBABILITIES = [(0.8, 0.8), (0.9, 0.5), (0.5, 0.9), (1, 0.5), (0, 0.75), (0.5, 0), (0, 0), (1, 0)]


def at(k: int | None) -> str:
    return f"@{k}" if k else ""


@cache
def walk(case: Case, rel: float, p1: float, p2: float) -> tuple[float, float]:
    """What a user with two probabilities gains and examines, rank after rank, far beyond the ranking."""
    gained, examined, reads = 0.0, 0.0, 1.0
    for rank in range(1, ENOUGH):
        relevant = (case.at(rank) or 0) >= rel
        examined += reads
        gained += reads if relevant else 0
        reads *= p1 if relevant else p2
        if reads == 0:
            break
    return gained, examined


def of_two_probabilities() -> Iterator[tuple[str, Formula]]:
    for place, (p1, p2) in enumerate(PROBABILITIES):
        rel = 1 + place % 2
        arguments, of = f"(p1={p1},p2={p2},rel={rel})", (rel, p1, p2)
        yield f"RBP2{arguments}", lambda case, of=of: walk(case, *of)[0] / walk(case, *of)[1]
        yield f"RBP2_utility{arguments}", lambda case, of=of: walk(case, *of)[0]
        if p1 != p2:
            yield f"RBP2_examined{arguments}", lambda case, of=of: walk(case, *of)[1]


def could_be(case: Case, ranks: range, rel: float) -> list[bool]:
    """Which of these ranks would hold a relevant document if every one that is not judged did."""
    return [not case.judged(rank) or case.at(rank) >= rel for rank in ranks]


def first(relevant: list[bool]) -> float:
    return 1 / (relevant.index(True) + 1) if any(relevant) else 0


def residuals() -> Iterator[tuple[str, Formula]]:
    """What unjudged documents could add to precision and reciprocal rank."""
    for k in (None, 1, 2, 3, 6, 20):

        def precision(case: Case, k=k) -> float:
            depth = k or case.retrieved
            best = sum(could_be(case, range(1, depth + 1), rel=1))
            return (best - len(case.ranks(1, k))) / depth if depth else 1

        yield f"P_residual{at(k)}", precision
        for rel in (1, 2):

            def reciprocal(case: Case, k=k, rel=rel) -> float:
                ranks = range(1, (k or case.retrieved + 1) + 1)
                now = [(case.at(rank) or 0) >= rel for rank in ranks]
                return first(could_be(case, ranks, rel)) - first(now)

            yield f"RR_residual(rel={rel}){at(k)}", reciprocal


# how a user goes on, as cwl-eval says it or its papers do: what measures are given, and the chance
SATISFIED: dict[str, tuple[str, Goes]] = {
    "INSQ": ("T=2.5", lambda i, rel, worth, gained: ((i + 4) / (i + 5)) ** 2),
    "INST": ("T=2.5", lambda i, rel, worth, gained: ((i + 4 - gained) / (i + 5 - gained)) ** 2),
    "BPM": ("T=2.5", lambda i, rel, worth, gained: gained < 2.5 - 1e-9),
    "NERR8": ("", lambda i, rel, worth, gained: 1 - worth),
    "NERR9": ("", lambda i, rel, worth, gained: i / (i + 1) * (1 - worth)),
    "NERR10": ("p=0.7", lambda i, rel, worth, gained: 0.7 * (1 - worth)),
    "NERR11": ("T=2.5", lambda i, rel, worth, gained: ((i + 4) / (i + 5)) ** 2 * (1 - worth)),
}


def follow(case: Case, goes: Goes, k: int, scale: tuple[float, float], at_best: bool = False) -> tuple[float, float]:
    """What a user gains and how many documents she looks at, down to rank k."""
    utility = examined = gained = 0.0
    reads = 1.0
    low, high = scale
    for rank in range(1, k + 1):
        relevance = case.at(rank) or 0
        worth = min(max((max(relevance, 0) - low) / (high - low), 0), 1)
        if at_best and not case.judged(rank):
            worth = 1
        utility, examined, gained = utility + reads * worth, examined + reads, gained + worth
        reads *= goes(rank, relevance, worth, gained)
        if reads == 0:
            break
    return utility, examined


def judged_weight(case: Case, goes: Goes, k: int) -> float:
    """The share of the weight of INSQ that judged ranks have."""
    seen = tuple(1 if case.judged(rank) else 0 for rank in range(1, case.retrieved + 1))
    utility, examined = follow(Case(seen, ()), goes, k, (0, 1))
    return utility / examined


def of_the_satisfied() -> Iterator[tuple[str, Formula]]:
    for name, (given, goes) in SATISFIED.items():
        for k, scale in ((3, (0, 1)), (7, (0.5, 2)), (FAR, (0, 3))):
            text = f"({','.join(filter(None, [given, f'min_rel={scale[0]}', f'max_rel={scale[1]}']))})@{k}"
            of = (goes, k, scale)

            def rate(case: Case, at_best: bool = False, of=of) -> float:
                utility, examined = follow(case, *of, at_best)
                return utility / examined

            yield f"{name}{text}", rate
            yield f"{name}_utility{text}", lambda case, of=of: follow(case, *of)[0]
            if name != "INSQ":
                yield f"{name}_residual{text}", lambda case, rate=rate: rate(case, at_best=True) - rate(case)
                if k > (3 if name == "BPM" else 1):
                    yield f"{name}_examined{text}", lambda case, of=of: follow(case, *of)[1]
            elif scale == (0, 1):

                def residual(case: Case, of=of, rate=rate) -> float:
                    return rate(Case((), ()), True) - judged_weight(case, of[0], of[1])

                yield f"INSQ_residual({given})@{k}", residual


def chance(gain: float, top: float, kind: str) -> float:
    return (2**gain - 1) / 2**top if kind == "exp" else gain / (top + 1)


def expected_reciprocal(chances: list[float]) -> float:
    """One over the rank where the user stops, expected."""
    total, reached = 0.0, 1.0
    for rank, stops in enumerate(chances, start=1):
        total += reached * stops / rank
        reached *= 1 - stops
    return total


def of_ideals() -> Iterator[tuple[str, Formula]]:
    """ERR and its share of the best, and the overlap with the nearest ideal."""
    for top, (kind, k) in product((3, 4), (("exp", None), ("linear", 1), ("exp", 3), ("linear", None))):

        def err(gains: list[float], top=top, kind=kind, k=k) -> float:
            return expected_reciprocal([chance(gain, top, kind) for gain in gains[:k]])

        def found(case: Case, err=err) -> float:
            return err([max(each or 0, 0) for each in case.relevance])

        def best(case: Case, err=err) -> float:
            return err(sorted((value for value in case.judgments if value > 0), reverse=True))

        text = f"(chance='{kind}',top={top}){at(k)}"
        yield f"ERR{text}", found
        yield f"nERR{text}", lambda case, f=found, b=best: f(case) / b(case) if b(case) else 0
    for p, depth in product((0.5, 0.95), (1, 3, 50)):
        yield f"Compat(p={p},depth={depth})", lambda case, p=p, depth=depth: compat(case, p, depth)


def compat(case: Case, p: float, depth: int) -> float:
    docs = [(-(rel or 0), place) for place, rel in enumerate(case.relevance)]
    ideal = sorted(doc for doc in docs if doc[0] < 0)
    ideal = sorted([*ideal, *((-rel, 999) for rel in case.missed if rel > 0)])
    shared = [len(set(docs[:d]) & set(ideal[:d])) for d in range(1, depth + 1)]
    score = sum(p**d * both / d for d, both in enumerate(shared, start=1))
    best = sum(p**d * min(d, len(ideal)) / d for d in range(1, depth + 1))
    return score / best if best else 0


def shared(case: Case, worths: list[float], p: float, k: int | None) -> float:
    """Section 4.7: a group shares its weight evenly, and with a cutoff inside it the share of its ranks above."""
    total = 0.0
    for place, w in enumerate(worths):
        a, b = case.tied[place]
        weight = sum((1 - p) * p ** (i - 1) for i in range(a, b + 1)) / (b - a + 1)
        above = b - a + 1 if k is None else max(0, min(b, k) - a + 1)
        total += w * weight * above / (b - a + 1)
    return total


def worth(relevance: float | None, top: float) -> float:
    if top:
        return max(relevance or 0, 0) / top
    return float(relevance is not None and relevance >= 1)


def unjudged(case: Case) -> list[float]:
    return [float(r is None or r < 0) for r in case.relevance]


def of_shared_ties() -> Iterator[tuple[str, Formula]]:
    for place, (p, k) in enumerate(product((0, 0.5, 0.95), (None, 1, 2, 3, 5, 40))):
        top = 4 * (place % 2)

        def value(case: Case, p=p, k=k, top=top) -> float:
            return shared(case, [worth(r, top) for r in case.relevance], p, k)

        def residual(case: Case, p=p, k=k) -> float:
            return shared(case, unjudged(case), p, k) + p ** min(k or case.retrieved, case.retrieved)

        yield f"RBP_shared(p={p},top={top}){at(k)}", value
        yield f"RBP_shared_residual(p={p}){at(k)}", residual


FORMULAS = dict(chain(of_two_probabilities(), residuals(), of_the_satisfied(), of_ideals(), of_shared_ties()))
DICE = random.Random(5)
PAID = CASES[:150]
COSTS = {case: [DICE.choice((None, 0, 0.5, 2, 7)) for _ in case.relevance] for case in PAID}
PAYING: dict[str, tuple[str, Goes]] = {
    **{name: (f"{given},max_rel=3".lstrip(","), goes) for name, (given, goes) in SATISFIED.items() if name != "INSQ"},
    "INSQ": SATISFIED["INSQ"],
    "RBP": ("p=0.7", lambda i, rel, worth, gained: 0.7),
    "RBP2": ("p1=0.9,p2=0.4", lambda i, rel, worth, gained: 0.9 if rel >= 1 else 0.4),
    "RR": ("", lambda i, rel, worth, gained: rel < 1),
    "P": ("", lambda i, rel, worth, gained: 1),
    "sDCG": ("discount='log2'", lambda i, rel, worth, gained: math.log2(i + 1) / math.log2(i + 2)),
}


def cost(case: Case, rank: int, other: float) -> float:
    paid = COSTS[case]
    given = paid[rank - 1] if rank <= len(paid) else None
    return other if given is None else given


def paid() -> Iterator[tuple[str, Formula]]:
    """What users pay, by document and in all."""
    for name, (given, goes) in PAYING.items():
        for per, other in (("document", 1), ("search", 1.5)):
            for k in (FAR,) if name in ("RBP", "RBP2") or per == "search" else (3,):

                def follow(case: Case, k=k, goes=goes, high=3 if "max_rel" in given else 1, per=per, o=other) -> float:
                    spent = examined = gained = 0.0
                    reads = 1.0
                    for rank in range(1, k + 1):
                        gain = min(max(case.at(rank) or 0, 0) / high, 1)
                        spent, examined = spent + reads * cost(case, rank, o), examined + reads
                        gained += gain
                        reads *= goes(rank, case.at(rank) or 0, gain, gained)
                    return spent / examined if per == "document" else spent

                inside = ",".join(filter(None, [given, f"per='{per}'", f"other_cost={other}"]))
                yield f"{name}_cost({inside})" + at(None if name in ("RBP", "RBP2") else k), follow
    dynamic = [
        (1, 10, 1, 1, 0.5, 1),
        (2.5, 6, 0.25, 2, 0.25, 0.5),
        (1.5, 4, 0, 0, 0.5, 1),
        (3, 20, 0.5, 0, 0.125, 0),
        (4, 8, 3, 0.5, 0, 2),
        (50, 30, 0.1, 0.05, 1, 0),
    ]
    for place, of in enumerate(dynamic):
        t, budget, hb, hc, medium, other = of
        k = (1000, 3)[place % 2]
        given = f"T={t},budget={budget},hb={hb},hc={hc},medium={medium},max_rel=3,other_cost={other}"
        stop: Callable[[Case], tuple] = lambda case, k=k, of=of: stopped(case, k, *of)  # noqa: E731
        if k > 3:
            yield f"BPM_dynamic_examined({given})@{k}", lambda case, stop=stop: stop(case)[2]
        yield f"BPM_dynamic_utility({given})@{k}", lambda case, stop=stop: stop(case)[0]
        yield f"BPM_dynamic({given})@{k}", lambda case, stop=stop: stop(case)[0] / stop(case)[2]
        yield f"BPM_dynamic_cost({given},per='search')@{k}", lambda case, stop=stop: stop(case)[1]


@cache
def stopped(
    case: Case, k: int, t: float, budget: float, hb: float, hc: float, medium: float, other: float
) -> tuple[float, float, int]:
    """What a user of dynamic BPM gains, pays and looks at."""
    hoped, willing, gained, spent, rank = t, budget, 0.0, 0.0, 0
    for rank in range(1, k + 1):
        gain = min(max(case.at(rank) or 0, 0) / 3, 1)
        gained, spent = gained + gain, spent + cost(case, rank, other)
        if gained >= hoped - 1e-9 or spent >= willing - 1e-9:
            break
        # what a document changes is known when the next is looked at
        hoped, willing = hoped + hb * (gain - medium), willing + hc * (gain - medium)
    return gained, spent, rank


def assert_costs_agree(asked: Mapping[str, Formula]) -> None:
    """Fails where what users pay is not what their formulas say of a case."""
    rows: dict[str, list[tuple]] = {name: [("other", "d", 1.0)] for name in ("score", "relevance", "cost")}
    for number, case in enumerate(PAID):
        for place, (relevance, paid_for) in enumerate(zip(case.relevance, COSTS[case], strict=True)):
            row = (str(number), f"d{place}")
            rows["score"].append((*row, -float(place)))
            rows["relevance"] += [] if relevance is None else [(*row, float(relevance))]
            rows["cost"] += [] if paid_for is None else [(*row, float(paid_for))]
        rows["relevance"].append((str(number), "missed", 1.0))
    runs, qrels, costs = (
        pa.table(dict(zip(("query_id", "doc_id", name), map(list, zip(*each, strict=True)), strict=True)))
        for name, each in rows.items()
    )
    formulas = {parse_measure(text): formula for text, formula in asked.items()}
    scores = evalsql.Evaluation(runs, qrels, costs=costs).score(list(formulas)).fetchall()
    found = {(measure, query): value for _, query, measure, value in scores}
    said = {}
    for measure, formula in formulas.items():
        mine = [found[str(measure), str(number)] for number in range(len(PAID))]
        said[str(measure)] = compared(mine, [formula(case) for case in PAID], PAID, 1e-10)
    wrong = [f"{text}: {each}" for text, each in said.items() if each]
    assert not wrong, "\n".join(wrong)


COST_FORMULAS = dict(paid())
ALIKE = {"RBP_shared_residual(p=0)@40", "RBP_shared_residual(p=0)"}
