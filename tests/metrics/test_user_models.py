"""Users who read on with some probability, and what unjudged documents could still change, computed apart."""

from collections.abc import Callable
from fractions import Fraction

import duckdb
import pytest
from random_rankings import CASES, Case, agrees, all_cases, values

import evalsql
from evalsql.catalog.measure import parse_measure
from evalsql.render import frames

USERS = [(0.8, 0.8), (0.9, 0.5), (0.5, 0.9), (1, 0.5), (0, 0.75), (0.5, 0), (0, 0), (1, 0)]
ENOUGH = 600  # 0.9 to this power is nothing


def walk(case: Case, rel: float, p1: float, p2: float) -> tuple[float, float]:
    """What the user gains and examines, rank after rank, far beyond the ranking."""
    gained, examined, reads = 0.0, 0.0, 1.0
    for rank in range(1, ENOUGH):
        relevant = (case.at(rank) or 0) >= rel
        examined += reads
        gained += reads if relevant else 0
        reads *= p1 if relevant else p2
    return gained, examined


@pytest.mark.quick(5)
@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize(("p1", "p2"), USERS)
def test_the_user_with_two_probabilities_gains_and_examines_as_if_followed(p1: float, p2: float, rel: int) -> None:
    arguments = f"(p1={p1},p2={p2},rel={rel})"
    walks = {case: walk(case, rel, p1, p2) for case in CASES}
    agrees(f"RBP2{arguments}", lambda case: walks[case][0] / walks[case][1])
    agrees(f"RBP2_utility{arguments}", lambda case: walks[case][0])
    if p1 != p2:
        agrees(f"RBP2_examined{arguments}", lambda case: walks[case][1])


@pytest.mark.parametrize("p", [0, 0.5, 0.8, 0.95])
def test_with_one_probability_it_is_rank_biased_precision(p: float) -> None:
    assert values(f"RBP2(p1={p},p2={p})") == pytest.approx(values(f"RBP(p={p})"), abs=1e-12, rel=0)
    assert set(values(f"RBP2_examined(p1={p},p2={p})")) == set(values(f"RBP_examined(p={p})")) == {1 / (1 - p)}


@pytest.mark.quick(5)
@pytest.mark.parametrize(("p1", "p2"), [*USERS, (0.7, 0.1), (0.99, 0.3), (0.3, 0.99), (1 / 3, 2 / 3)])
def test_a_perfect_ranking_of_any_length_is_worth_no_more_than_1(p1: float, p2: float) -> None:
    perfect = [Case((1,) * length, tuple(map(float, range(length, 0, -1)))) for length in (1, 2, 3, 10, 100, 1000)]
    found = values(f"RBP2(p1={p1},p2={p2})", perfect)
    assert all(0 < value <= 1 for value in found)
    assert found[-1] > 0.98


def depth(p: str, eps: str) -> int:
    """The first depth below which less than eps is left, in exact fractions."""
    left, documents = Fraction(1), 0
    while not left < Fraction(eps) or not documents:
        left, documents = left * Fraction(p), documents + 1
    return documents


@pytest.mark.quick(4)
@pytest.mark.parametrize("p", ["0", "0.001", "0.1", "0.25", "0.3", "0.5", "0.7", "0.8", "0.9", "0.95", "0.99"])
def test_the_depth_needed_is_the_first_that_leaves_less_than_eps(p: str) -> None:
    exact_powers = [str(Fraction(p) ** 2), str(Fraction(p) ** 3)] if p not in ("0", "0.001") else []
    exact_powers = [f"{float(Fraction(power)):.10g}" for power in exact_powers]
    for eps in ("1", "0.5", "0.25", "0.1", "0.01", "0.001", "0.0001", "1e-6", *exact_powers):
        rows = all_cases().score(f"RBP_depth(p={p},eps={eps})").fetchall()
        assert {value for *_, value in rows} == {depth(p, eps)}, eps


def could_be(case: Case, ranks: range, rel: float) -> list[bool]:
    """Which of these ranks would hold a relevant document if every one that is not judged did."""
    return [not case.judged(rank) or case.at(rank) >= rel for rank in ranks]


def reciprocal(relevant: list[bool]) -> float:
    return 1 / (relevant.index(True) + 1) if any(relevant) else 0


@pytest.mark.quick(2)
@pytest.mark.parametrize("k", [None, 1, 2, 3, 6, 20])
def test_the_residual_of_precision_is_what_unjudged_documents_could_add(k: int | None) -> None:
    def residual(case: Case) -> float:
        depth = k or case.retrieved
        best = sum(could_be(case, range(1, depth + 1), rel=1))
        return (best - len(case.ranks(1, k))) / depth if depth else 1

    agrees(f"P_residual@{k}" if k else "P_residual", residual)


@pytest.mark.quick(5)
@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("k", [None, 1, 2, 3, 6, 20])
def test_the_residual_of_reciprocal_rank_is_what_unjudged_documents_could_add(k: int | None, rel: int) -> None:
    def residual(case: Case) -> float:
        ranks = range(1, (k or case.retrieved + 1) + 1)
        now = [(case.at(rank) or 0) >= rel for rank in ranks]
        return reciprocal(could_be(case, ranks, rel)) - reciprocal(now)

    agrees(f"RR_residual(rel={rel}){f'@{k}' if k else ''}", residual)


@pytest.mark.quick(3)
@pytest.mark.parametrize("k", ["", "@1", "@3", "@20"])
@pytest.mark.parametrize("name", ["P", "RR"])
def test_a_metric_and_its_residual_are_never_more_than_1(name: str, k: str) -> None:
    assert evalsql.metrics()[name].residual == f"{name}_residual"
    sums = [a + b for a, b in zip(values(f"{name}{k}"), values(f"{name}_residual{k}"), strict=True)]
    assert max(sums) <= 1 + 1e-12
    assert any(total > 0.999 for total in sums)


@pytest.mark.parametrize("written", ["RBP_depth(p=0)", "RBP_depth(p=0,eps=1)", "RBP2(p1=0,p2=0)", "RBP_examined(p=0)"])
def test_a_user_who_never_reads_on_breaks_no_frame(
    written: str, ranking: Callable[..., duckdb.DuckDBPyConnection]
) -> None:
    connection, measure = ranking([1, 1, 0]), parse_measure(written)
    arguments = ", ".join(f"{name} := {value:g}" for name, value in measure.values.items())
    connection.execute(frames.macro(measure.metric))
    assert [row[3] for row in connection.execute(frames.query(measure)).fetchall()] == [1]
    assert connection.execute(f"select value from {measure.metric.name.lower()}({arguments})").fetchall() == [(1,)]
    assert [row[3] for row in evalsql.Evaluation(connection=connection).score(measure).fetchall()] == [1]


def test_an_empty_ranking_is_read_through_to_no_end() -> None:
    empty = [Case((), (), (1,))]
    assert values("RBP2", empty) == values("RBP2_utility", empty) == [0]
    assert values("RBP2_examined(p1=0.9,p2=0.75)", empty) == [4]
