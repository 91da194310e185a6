"""Precision, its sums and reciprocal ranks: the tables of Moffat and Zobel, and the formulas, computed apart."""

import math
from collections.abc import Callable
from fractions import Fraction

import duckdb
import pytest
from places import COLLECTIONS, FIXTURES
from random_rankings import Case, agrees, values
from recorded import REFUSED, VERSION_10, judgments, rankings, said, small

import evalsql

PAPER = FIXTURES / "papers" / "moffat_zobel_2008"
TABLES = {
    "SP": 3.157754,
    "AP": 0.631551,
    "AP_retrieved": 0.631551,
    "P@1": 1,
    "P@5": 0.4,
    "P@10": 0.3,
    "P@20": 0.25,
    "Rprec": 0.4,
    "RR": 1,
    "RR_nth": 0.5,
    "RR_damped": 0.25,
    "Bpref": 0.48,
    "Bpref(plus=10)": 0.706667,
    "Composite@20": 0.25,
    "AP_interpolated": 0.665046,
    "AP_interpolated(points='3')": 0.621212,
    "RBP(p=0.5)": 0.766121,
    "RBP": 0.452640,
    "RBP(p=0.95)": 0.188132,
    "RBP2(p1=0.9,p2=0.5)": 0.556650,
    "RBP2(p1=0.5,p2=0.9)": 0.594240,
    "RBP2_utility": 2.263202,
    "ESL(q=3)": 3,
    "ESL(q=3,counted='all')": 6,
    "RankPower": 1.48,
    "NormalisedRecall(size=100)": 0.953684,
    "NormalisedPrecision(size=100)": 0.838532,
    "AUC": 0.706667,
}
UNJUDGED = {
    "RBP(p=0.5)": 0.766113,
    "RBP_residual(p=0.5)": 0.000192,
    "RBP": 0.447011,
    "RBP_residual": 0.041898,
    "RBP(p=0.95)": 0.166126,
    "RBP_residual(p=0.95)": 0.433177,
    "P@20": 0.2,
    "P_residual@20": 0.15,
}
ATTRIBUTION = (0.363280, 0.163280, 0.063280, 0.029947, 0.011765)


@pytest.mark.parametrize(("query", "table"), [("B", TABLES), ("B_unjudged", UNJUDGED)])
def test_the_running_example_has_the_values_of_the_paper(query: str, table: dict[str, float]) -> None:
    rows = evalsql.Evaluation(PAPER / "example.run", PAPER / "qrels.txt").score(list(table)).fetchall()
    found = {metric: value for _, name, metric, value in rows if name == query}
    assert found == pytest.approx(table, abs=0.5e-6, rel=0)


def test_what_table_1_gives_each_relevant_document_adds_up_to_average_precision() -> None:
    ranks = (1, 2, 6, 11, 17)
    shares = [sum(1 / later for later in ranks if later >= rank) / 5 for rank in ranks]
    assert shares == pytest.approx(ATTRIBUTION, abs=0.5e-6, rel=0)
    assert sum(shares) == pytest.approx(TABLES["AP"], abs=0.5e-6, rel=0)


def sum_of_precisions(case: Case, rel: float, k: int | None) -> float:
    return sum(len(case.ranks(rel, i)) / i for i in case.ranks(rel, k))


def reciprocal(ranks: list[int], nth: int, damping: float = 0) -> float:
    return 1 / (damping + ranks[nth - 1]) if len(ranks) >= nth else 0


def composite(case: Case, rel: float, k: int | None) -> float:
    found, relevant, depth = len(case.ranks(rel, k)), case.relevant(rel), k or case.retrieved
    return 1 / (depth / found + relevant / found - 1) if found else 0


@pytest.mark.quick(4)
@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("k", [None, 1, 3, 6, 20])
def test_sums_of_precisions_and_reciprocal_ranks_are_what_their_formulas_say(rel: int, k: int | None) -> None:
    def found(case: Case) -> list[int]:
        return case.ranks(rel, k)

    at = f"@{k}" if k else ""
    formulas: dict[str, Callable[[Case], float]] = {
        f"SP(rel={rel}){at}": lambda case: sum_of_precisions(case, rel, k),
        f"AP_retrieved(rel={rel}){at}": lambda case: sum_of_precisions(case, rel, k) / max(len(found(case)), 1),
        f"RR_damped(rel={rel}){at}": lambda case: reciprocal(found(case), 1, 3),
        f"RR_damped(damping=0.5,rel={rel}){at}": lambda case: reciprocal(found(case), 1, 0.5),
        f"Composite(rel={rel}){at}": lambda case: composite(case, rel, k),
    }
    formulas |= {
        f"RR_nth(nth={nth},rel={rel}){at}": lambda case, nth=nth: reciprocal(found(case), nth)
        for nth in (1, 2, 3)
        if k is None or nth <= k
    }
    for measure, formula in formulas.items():
        agrees(measure, formula)
    assert set(values(f"RR_nth(rel={rel})@1")) == {0}
    assert values(f"RR_damped(damping=0,rel={rel}){at}") == values(f"RR(rel={rel}){at}")
    assert values(f"RR_nth(nth=1,rel={rel}){at}") == values(f"RR(rel={rel}){at}")


def bpref(case: Case, rel: float, plus: float) -> float:
    """BPref-k, with its term 1 where nothing judged not relevant stands above."""
    judged = [value for value in (*case.relevance, *case.missed) if value is not None and value >= 0]
    relevant, others = case.relevant(rel), sum(value < rel for value in judged)
    total = 0.0
    for rank in case.ranks(rel):
        above = sum(case.judged(i) and case.at(i) < rel for i in range(1, rank))
        total += 1 - min(relevant + plus, above) / min(relevant + plus, others) if above else 1
    return total / relevant if total else 0


@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("plus", [0, 0.5, 1, 10])
def test_bpref_looks_at_as_many_documents_more_as_it_is_told(rel: int, plus: float) -> None:
    agrees(f"Bpref(plus={plus},rel={rel})", lambda case: bpref(case, rel, plus))


def interpolated(ranks: list[int], needed: list[int]) -> float:
    """The highest precision at or after the rank of each number of relevant documents, averaged."""
    best = [max((c / i for c, i in enumerate(ranks, 1) if c >= number), default=0) for number in needed]
    return sum(best) / len(best)


def exact(level: Fraction, relevant: int) -> int:
    return math.ceil(level * relevant)


def as_version_9(level: Fraction, relevant: int) -> int:
    return int(float(level) * relevant + 0.9)


def as_version_10(level: Fraction, relevant: int) -> int:
    return math.floor(float(level) * relevant + 0.5)


TENTHS = {"11": [Fraction(j, 10) for j in range(11)], "3": [Fraction(j, 10) for j in (2, 5, 8)]}


@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("points", TENTHS)
def test_interpolated_precision_compares_recall_exactly(points: str, rel: int) -> None:
    def formula(case: Case) -> float:
        return interpolated(case.ranks(rel), [exact(level, case.relevant(rel)) for level in TENTHS[points]])

    agrees(f"AP_interpolated(points='{points}',rel={rel})", formula)


def test_no_recall_level_is_missed_by_a_hair() -> None:
    # to a computer .7 * 70 is a little less than 49, and .1 * 3 a little more than .3
    cases = [Case((1, 0) * relevant, tuple(map(float, range(2 * relevant, 0, -1)))) for relevant in range(1, 101)]
    for relevant, (case, value) in enumerate(zip(cases, values("AP_interpolated", cases), strict=True), start=1):
        needed = [exact(level, relevant) for level in TENTHS["11"]]
        assert value == pytest.approx(interpolated(case.ranks(), needed), abs=1e-12, rel=0), relevant


@pytest.mark.quick(collection=small)
@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
@pytest.mark.parametrize(
    ("collection", "tool", "rounded", "counts"),
    [
        ("covid_r1", VERSION_10, as_version_10, (362, 358)),
        ("dl19_passage", VERSION_10, as_version_10, (105, 153)),
        ("web2012_div", VERSION_10, as_version_10, (145, 105)),
        ("trec_eval_test", REFUSED, as_version_9, (2, 0)),
        ("msmarco_dev_sim", REFUSED, as_version_9, (13_908, 23)),
    ],
)
def test_trec_eval_rounds_recall_levels_to_documents_and_so_differs(
    collection: str, tool: str, rounded: Callable, counts: tuple[int, int]
) -> None:
    folder = COLLECTIONS / collection
    scores = evalsql.Evaluation(str(folder / "runs"), str(folder / "qrels.txt")).score("AP_interpolated").fetchall()
    ours = {(run, query): value for run, query, _, value in scores}
    rows = f"from ({said(collection, 'trec_eval', tool)}) where tool_measure = '11pt_avg' and query_id <> 'all'"
    alike = []
    for run, query, _, theirs in duckdb.execute(rows).fetchall():
        relevance = judgments(collection)[query]
        ranks = [i for i, (_, doc) in enumerate(rankings(collection)[run, query], 1) if relevance.get(doc, 0) >= 1]
        relevant = sum(value >= 1 for value in relevance.values())
        by_both = [[rule(level, relevant) for level in TENTHS["11"]] for rule in (rounded, exact)]
        values = [interpolated(ranks, needed) for needed in by_both]
        assert [theirs, ours[run, query]] == pytest.approx(values, abs=1e-9, rel=0), (run, query)
        alike.append(abs(theirs - ours[run, query]) <= 1e-9)
    assert (alike.count(True), alike.count(False)) == counts
