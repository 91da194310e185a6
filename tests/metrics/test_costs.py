"""What users pay, and users whose hopes and patience change, followed rank by rank in plain Python."""

import math
import random
from collections.abc import Callable
from functools import cache

import pyarrow as pa
import pytest
from random_rankings import CASES, Case

import evalsql

FAR = 400  # a cutoff far below the ends of all rankings
DICE = random.Random(5)
COSTS = [[DICE.choice((None, 0, 0.5, 2, 7)) for _ in case.relevance] for case in CASES[:150]]
Goes = Callable[[int, float, float, float], float]  # the chance of going on, by rank, relevance, worth and gain so far
USERS: dict[str, tuple[str, Goes]] = {
    "RBP": ("p=0.7", lambda i, rel, worth, gained: 0.7),
    "RBP2": ("p1=0.9,p2=0.4", lambda i, rel, worth, gained: 0.9 if rel >= 1 else 0.4),
    "INSQ": ("T=2.5", lambda i, rel, worth, gained: ((i + 4) / (i + 5)) ** 2),
    "INST": ("T=2.5,max_rel=3", lambda i, rel, worth, gained: ((i + 4 - gained) / (i + 5 - gained)) ** 2),
    "BPM": ("T=1.5,max_rel=3", lambda i, rel, worth, gained: gained < 1.5 - 1e-9),
    "RR": ("", lambda i, rel, worth, gained: rel < 1),
    "P": ("", lambda i, rel, worth, gained: 1),
    "sDCG": ("discount='log2'", lambda i, rel, worth, gained: math.log2(i + 1) / math.log2(i + 2)),
    "NERR8": ("max_rel=3", lambda i, rel, worth, gained: 1 - worth),
    "NERR9": ("max_rel=3", lambda i, rel, worth, gained: i / (i + 1) * (1 - worth)),
    "NERR10": ("p=0.7,max_rel=3", lambda i, rel, worth, gained: 0.7 * (1 - worth)),
    "NERR11": ("T=2.5,max_rel=3", lambda i, rel, worth, gained: ((i + 4) / (i + 5)) ** 2 * (1 - worth)),
}


@cache
def evaluation() -> evalsql.Evaluation:
    runs, qrels, costs = [("other", "d", 1.0)], [("other", "d", 1.0)], [("other", "d", 1.0)]
    for number, (case, paid) in enumerate(zip(CASES, COSTS, strict=False)):
        for place, (relevance, cost) in enumerate(zip(case.relevance, paid, strict=True)):
            row = (str(number), f"d{place}")
            runs.append((*row, -float(place)))
            qrels += [] if relevance is None else [(*row, float(relevance))]
            costs += [] if cost is None else [(*row, float(cost))]
        qrels.append((str(number), "missed", 1.0))
    tables = [
        pa.table(dict(zip(("query_id", "doc_id", name), map(list, zip(*rows, strict=True)), strict=True)))
        for name, rows in (("score", runs), ("relevance", qrels), ("cost", costs))
    ]
    return evalsql.Evaluation(*tables[:2], costs=tables[2])


def agrees(measure: str, reference: Callable[[Case, list], float], varied: bool = True) -> None:
    """Fails where a measure is not what the reference computes for a case, or is the same for all where it varies."""
    found = {query: value for _, query, _, value in evaluation().score(measure).fetchall()}
    for number, (case, paid) in enumerate(zip(CASES, COSTS, strict=False)):
        assert found[str(number)] == pytest.approx(reference(case, paid), abs=1e-10, rel=1e-10), (measure, case, paid)
    assert len(set(found.values())) > 1 or not varied, measure


def worth(case: Case, rank: int, highest: float) -> float:
    return min(max(case.at(rank) or 0, 0) / highest, 1)


def cost(paid: list, rank: int, other: float) -> float:
    given = paid[rank - 1] if rank <= len(paid) else None
    return other if given is None else given


@pytest.mark.quick(7)
@pytest.mark.parametrize(("per", "other"), [("document", 1), ("search", 1.5)])
@pytest.mark.parametrize("k", [3, FAR])
@pytest.mark.parametrize("name", USERS)
def test_costs_are_those_of_a_user_who_is_followed(name: str, k: int, per: str, other: float) -> None:
    arguments, goes = USERS[name]
    endless = name in ("RBP", "RBP2")
    if endless and k < FAR:
        pytest.skip("these users go on without an end")

    def follow(case: Case, paid: list) -> float:
        spent = examined = gained = 0.0
        reads = 1.0
        for rank in range(1, k + 1):
            gain = worth(case, rank, 3 if "max_rel" in arguments else 1)
            spent, examined, gained = spent + reads * cost(paid, rank, other), examined + reads, gained + gain
            reads *= goes(rank, case.at(rank) or 0, gain, gained)
        return spent / examined if per == "document" else spent

    inside = ",".join(filter(None, [arguments, f"per='{per}'", f"other_cost={other}"]))
    agrees(f"{name}_cost({inside})" + ("" if endless else f"@{k}"), follow)


@pytest.mark.quick(4)
@pytest.mark.parametrize("k", [3, 1000])
@pytest.mark.parametrize(
    ("t", "budget", "hb", "hc", "medium", "other"),
    [
        (1, 10, 1, 1, 0.5, 1),
        (2.5, 6, 0.25, 2, 0.25, 0.5),
        (1.5, 4, 0, 0, 0.5, 1),
        (3, 20, 0.5, 0, 0.125, 0),
        (4, 8, 3, 0.5, 0, 2),
        (50, 30, 0.1, 0.05, 1, 0),
    ],
)
def test_the_user_of_dynamic_bpm_stops_where_one_who_is_followed_does(
    t: float, budget: float, hb: float, hc: float, medium: float, other: float, k: int
) -> None:
    def stopped(case: Case, paid: list) -> tuple[float, float, float]:
        hoped, willing, gained, spent = t, budget, 0.0, 0.0
        for rank in range(1, k + 1):
            gain = worth(case, rank, 3)
            gained, spent = gained + gain, spent + cost(paid, rank, other)
            if gained >= hoped - 1e-9 or spent >= willing - 1e-9:
                break
            # what a document changes is known when the next is looked at
            hoped, willing = hoped + hb * (gain - medium), willing + hc * (gain - medium)
        return gained, spent, rank

    of = f"T={t},budget={budget},hb={hb},hc={hc},medium={medium},max_rel=3,other_cost={other}"
    agrees(f"BPM_dynamic_examined({of})@{k}", lambda case, paid: stopped(case, paid)[2], varied=k > 3)
    agrees(f"BPM_dynamic_utility({of})@{k}", lambda case, paid: stopped(case, paid)[0])
    agrees(f"BPM_dynamic({of})@{k}", lambda case, paid: stopped(case, paid)[0] / stopped(case, paid)[2])
    agrees(f"BPM_dynamic_cost({of},per='search')@{k}", lambda case, paid: stopped(case, paid)[1])


@pytest.mark.parametrize("name", ["RBP", "INSQ", "INST", "NERR10", "NERR11"])
def test_without_costs_a_document_costs_1_and_a_search_as_many_as_are_looked_at(name: str) -> None:
    alone = evalsql.Evaluation({"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q": {"b": 1, "c": 0}})
    values = {}
    for measure in (f"{name}_cost", f"{name}_cost(per='search')", f"{name}_examined"):
        ((_, _, _, values[measure]),) = alone.score(measure).fetchall()
    each, whole, examined = values.values()
    assert each == 1
    assert whole == examined
