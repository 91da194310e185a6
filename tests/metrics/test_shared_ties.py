"""RBP with shared ties, by brute force: every order of the tied documents is as likely as any other."""

from itertools import chain, permutations, product
from statistics import mean

import duckdb
import pytest
from random_rankings import CASES, Case, values

import evalsql

PS = (0, 0.5, 0.95)
CUTOFFS = (None, 1, 2, 3, 5, 40)
CLOSE = 1e-12


def text(metric: str, p: float, k: int | None, **others: float) -> str:
    inside = ",".join(f"{key}={value}" for key, value in {"p": p, **others}.items())
    return f"{metric}({inside})" + (f"@{k}" if k else "")


def orders(case: Case) -> list[list[int]]:
    """Every order of the places that the scores allow."""
    groups = sorted(set(case.tied))
    return [list(chain(*one)) for one in product(*(permutations(range(a - 1, b)) for a, b in groups))]


def worth(relevance: float | None, top: float) -> float:
    if top:
        return max(relevance or 0, 0) / top
    return float(relevance is not None and relevance >= 1)


def rbp(worths: list[float], p: float) -> float:
    return (1 - p) * sum(w * p**place for place, w in enumerate(worths))


def test_without_a_cutoff_it_is_the_mean_of_rbp_over_every_order() -> None:
    compared = 0
    few = {number: orders(case) for number, case in enumerate(CASES) if case.retrieved <= 7}
    for p, top in product(PS, (0, 4)):
        found = values(text("RBP_shared", p, None, top=top))
        residuals = values(text("RBP_shared_residual", p, None))
        for number, some in few.items():
            relevance = CASES[number].relevance
            every = [rbp([worth(relevance[place], top) for place in order], p) for order in some]
            assert found[number] == pytest.approx(mean(every), rel=0, abs=CLOSE)
            unjudged = [None if r is None or r < 0 else 0 for r in relevance]
            rest = [rbp([float(unjudged[place] is None) for place in order], p) for order in some]
            assert residuals[number] == pytest.approx(mean(rest) + p ** len(relevance), rel=0, abs=CLOSE)
            compared += len(some) > 1
    assert compared > 100


def shared(case: Case, worths: list[float], p: float, k: int | None) -> float:
    """Section 4.7: a group shares its weight evenly, and with a cutoff inside it the share of its ranks above."""
    total = 0.0
    for place, w in enumerate(worths):
        a, b = case.tied[place]
        weight = sum((1 - p) * p ** (i - 1) for i in range(a, b + 1)) / (b - a + 1)
        above = b - a + 1 if k is None else max(0, min(b, k) - a + 1)
        total += w * weight * above / (b - a + 1)
    return total


@pytest.mark.slow
def test_with_a_cutoff_each_of_a_group_has_its_share_of_the_ranks_above() -> None:
    inside = 0
    for p, k, top in product(PS, CUTOFFS, (0, 4)):
        found = values(text("RBP_shared", p, k, top=top))
        residuals = values(text("RBP_shared_residual", p, k))
        for case, value, residual in zip(CASES, found, residuals, strict=True):
            worths = [worth(r, top) for r in case.relevance]
            assert value == pytest.approx(shared(case, worths, p, k), rel=0, abs=CLOSE)
            unjudged = [float(r is None or r < 0) for r in case.relevance]
            n = case.retrieved
            expected = shared(case, unjudged, p, k) + p ** min(k or n, n)
            assert residual == pytest.approx(expected, rel=0, abs=CLOSE)
            inside += any(a <= (k or 0) < b for a, b in case.tied)
    assert inside > 500


def test_without_ties_it_is_rbp() -> None:
    untied = [number for number, case in enumerate(CASES) if all(a == b for a, b in case.tied)]
    assert len(untied) > 30
    for metric, k in product(("RBP", "RBP_residual"), CUTOFFS):
        plain = values(text(metric, 0.8, k))
        found = values(text(metric.replace("RBP", "RBP_shared"), 0.8, k))
        assert [found[number] for number in untied] == pytest.approx([plain[n] for n in untied], rel=0, abs=CLOSE)


def test_the_order_of_tied_documents_does_not_matter() -> None:
    def value(names: list[str]) -> list[tuple]:
        connection = duckdb.connect()
        relevance = [2, 0, None, 1, 3]
        connection.execute("create table runs (run varchar, query_id varchar, doc_id varchar, score double)")
        connection.execute("create table qrels (query_id varchar, doc_id varchar, relevance double)")
        for name, score, level in zip(names, [3, 2, 2, 2, 1], relevance, strict=True):
            connection.execute("insert into runs values ('r', 'q', ?, ?)", [name, score])
            if level is not None:
                connection.execute("insert into qrels values ('q', ?, ?)", [name, level])
        measures = ["RBP_shared(top=3)@3", "RBP_shared_residual@3", "RBP(top=3)@3"]
        return evalsql.Evaluation(connection=connection, measures=measures).score(measures).fetchall()

    orders = [value(["a", *names, "z"]) for names in permutations("bcd")]
    for place, distinct in ((0, 1), (1, 1), (2, 3)):
        assert len({round(rows[place][3], 12) for rows in orders}) == distinct
