"""RBP with shared ties, by brute force: every order of the tied documents is as likely as any other."""

from itertools import chain, permutations, product
from statistics import mean

import duckdb
import pytest
from small_cases import Case, collection, scores

import evalsql

PS = (0, 0.5, 0.95)
CUTOFFS = (None, 1, 2, 3, 5, 40)
LEVELS = [-1, 0, 1, 2, 4]
CLOSE = 1e-12


@pytest.fixture(scope="module")
def small():
    """Random cases with ties, and their evaluation."""
    return collection(150, LEVELS, seed=4)


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


def test_without_a_cutoff_it_is_the_mean_of_rbp_over_every_order(small) -> None:
    evaluated, cases = small
    compared = 0
    few = {query: orders(case) for query, case in cases.items() if len(case.scores) <= 7}
    for p, top in product(PS, (0, 4)):
        found = scores(evaluated, text("RBP_shared", p, None, top=top))
        residuals = scores(evaluated, text("RBP_shared_residual", p, None))
        for query, some in few.items():
            relevance = cases[query].relevance
            values = [rbp([worth(relevance[place], top) for place in order], p) for order in some]
            assert found[query] == pytest.approx(mean(values), rel=0, abs=CLOSE)
            unjudged = [None if r is None or r < 0 else 0 for r in relevance]
            rest = [rbp([float(unjudged[place] is None) for place in order], p) for order in some]
            assert residuals[query] == pytest.approx(mean(rest) + p ** len(relevance), rel=0, abs=CLOSE)
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


def test_with_a_cutoff_each_of_a_group_has_its_share_of_the_ranks_above(small) -> None:
    evaluated, cases = small
    inside = 0
    for p, k, top in product(PS, CUTOFFS, (0, 4)):
        found = scores(evaluated, text("RBP_shared", p, k, top=top))
        residuals = scores(evaluated, text("RBP_shared_residual", p, k))
        assert len(found) == len(residuals) == len(cases)
        for query, case in cases.items():
            worths = [worth(r, top) for r in case.relevance]
            assert found[query] == pytest.approx(shared(case, worths, p, k), rel=0, abs=CLOSE)
            unjudged = [float(r is None or r < 0) for r in case.relevance]
            n = len(case.relevance)
            expected = shared(case, unjudged, p, k) + p ** min(k or n, n)
            assert residuals[query] == pytest.approx(expected, rel=0, abs=CLOSE)
            inside += any(a <= (k or 0) < b for a, b in case.tied)
    assert inside > 500


def test_without_ties_it_is_rbp(small) -> None:
    evaluated, cases = small
    untied = [query for query, case in cases.items() if all(a == b for a, b in case.tied)]
    assert len(untied) > 30
    for metric, k in product(("RBP", "RBP_residual"), CUTOFFS):
        plain = scores(evaluated, text(metric, 0.8, k))
        found = scores(evaluated, text(metric.replace("RBP", "RBP_shared"), 0.8, k))
        assert [found[query] for query in untied] == pytest.approx([plain[q] for q in untied], rel=0, abs=CLOSE)


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
