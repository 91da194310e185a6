"""Users who read on by chance, stop where they are satisfied, or pay: each measure is what one who is followed has.

Ties that are shared, and what unjudged documents could still change, are here too.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import chain, permutations, product
from statistics import mean

import duckdb
import pyarrow as pa
import pytest
from random_rankings import CASES, Case, Formula, all_cases, assert_agree, compared, scored
from scipy import special
from user_formulas import ALIKE, COST_FORMULAS, FORMULAS, PROBABILITIES, assert_costs_agree, at, unjudged, worth

import evalsql
from evalsql.catalog.measure import parse_measure
from evalsql.catalog.templates import expand
from evalsql.render import frames


def long_measures_are_those_of_users_who_are_followed() -> None:
    assert_agree(FORMULAS, alike=ALIKE)
    assert sum(any(a <= k < b for a, b in case.tied) for case in CASES for k in (1, 2, 3, 5)) > 100


def long_costs_are_those_of_a_user_who_is_followed() -> None:
    assert_costs_agree(COST_FORMULAS)


def long_without_costs_a_document_costs_1_and_a_search_as_many_as_are_looked_at() -> None:
    names = ["RBP", "INSQ", "INST", "NERR10", "NERR11"]
    ends = ("_cost", "_cost(per='search')", "_examined")
    alone = evalsql.Evaluation({"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q": {"b": 1, "c": 0}})
    found = {row[2]: row[3] for row in alone.score([name + end for name in names for end in ends]).fetchall()}
    for name in names:
        each, whole, examined = (found[name + end] for end in ends)
        assert each == 1
        assert whole == examined


def test_with_one_probability_it_is_rank_biased_precision() -> None:
    given = (0, 0.5, 0.8, 0.95)
    found = scored(
        f"{name}({inside})"
        for p in given
        for inside, names in ((f"p1={p},p2={p}", ("RBP2", "RBP2_examined")), (f"p={p}", ("RBP", "RBP_examined")))
        for name in names
    )
    for p in given:
        assert compared(found[f"RBP2(p1={p},p2={p})"], found[f"RBP(p={p})"], CASES, 1e-12) == ""
        examined = {*found[f"RBP2_examined(p1={p},p2={p})"], *found[f"RBP_examined(p={p})"]}
        assert examined == {1 / (1 - p)}


def test_a_perfect_ranking_of_any_length_is_worth_no_more_than_1() -> None:
    perfect = [Case((1,) * length, tuple(map(float, range(length, 0, -1)))) for length in (1, 2, 3, 10, 100, 1000)]
    users = [*PROBABILITIES, (0.7, 0.1), (0.99, 0.3), (0.3, 0.99), (1 / 3, 2 / 3)]
    for text, found in scored([f"RBP2(p1={p1},p2={p2})" for p1, p2 in users], perfect).items():
        assert all(0 < value <= 1 for value in found), text
        assert found[-1] > 0.98, text


def depth(p: str, eps: str) -> int:
    """The first depth below which less than eps is left, in exact fractions."""
    left, documents = Fraction(1), 0
    while not left < Fraction(eps) or not documents:
        left, documents = left * Fraction(p), documents + 1
    return documents


def long_the_depth_needed_is_the_first_that_leaves_less_than_eps() -> None:
    wanted = {}
    for p in ("0", "0.001", "0.1", "0.25", "0.3", "0.5", "0.7", "0.8", "0.9", "0.95", "0.99"):
        powers = [Fraction(p) ** 2, Fraction(p) ** 3] if p not in ("0", "0.001") else []
        for eps in ("1", "0.5", "0.1", "0.001", "1e-6", *(f"{float(power):.10g}" for power in powers)):
            wanted[f"RBP_depth(p={p},eps={eps})"] = depth(p, eps)
    found = scored(wanted, [Case((1,), (1.0,))])
    assert {text: value for text, (value,) in found.items()} == wanted


def test_a_metric_and_its_residual_are_never_more_than_1() -> None:
    texts = [(f"{name}{k}", f"{name}_residual{k}") for name in ("P", "RR") for k in ("", "@1", "@3", "@20")]
    found = scored(chain(*texts))
    for one, rest in texts:
        sums = [a + b for a, b in zip(found[one], found[rest], strict=True)]
        assert 0.999 < max(sums) <= 1 + 1e-12
        assert evalsql.metrics()[one.split("@")[0]].residual == rest.split("@")[0]


def long_a_user_who_never_reads_on_breaks_no_frame(ranking: Callable[..., duckdb.DuckDBPyConnection]) -> None:
    connection = ranking([1, 1, 0])
    for written in ("RBP_depth(p=0)", "RBP_depth(p=0,eps=1)", "RBP2(p1=0,p2=0)", "RBP_examined(p=0)"):
        measure = parse_measure(written)
        arguments = ", ".join(f"{name} := {value:g}" for name, value in measure.values.items())
        connection.execute(frames.macro(measure.metric))
        assert [row[3] for row in connection.execute(frames.query(measure)).fetchall()] == [1]
        assert connection.execute(f"select value from {measure.metric.name.lower()}({arguments})").fetchall() == [(1,)]
        assert [row[3] for row in evalsql.Evaluation(connection=connection).score(measure).fetchall()] == [1]


def test_an_empty_ranking_is_read_through_to_no_end() -> None:
    wanted = {"RBP2": [0], "RBP2_utility": [0], "RBP2_examined(p1=0.9,p2=0.75)": [4]}
    assert scored(wanted, [Case((), (), (1,))]) == wanted


def long_without_a_last_rank_it_is_what_far_ones_tend_to() -> None:
    names, cutoffs = ("INSQ", "INST", "NERR10", "NERR11"), ("", "@10000", "@1000000", "@100000000")
    found = scored(name + k for name in names for k in cutoffs)
    for name in names:
        endless, *rows = (found[name + k] for k in cutoffs)
        near, nearer, nearest = (max(abs(a - b) for a, b in zip(endless, row, strict=True)) for row in rows)
        assert nearest <= 1e-7
        assert near > 10 * nearer > 100 * nearest or name not in ("INSQ", "INST")


def test_trigamma_is_scipys_and_harmonic_numbers_are_sums_of_reciprocals() -> None:
    for x in (1e-3, 0.3, 1, 1.5, 2, 7.25, 15.999, 16, 16.5, 100, 1e4, 1e9):
        ((found,),) = duckdb.execute(f"select {expand('{{ trigamma(' + repr(str(x)) + ') }}')}").fetchall()
        assert found == pytest.approx(float(special.polygamma(1, x)), rel=1e-14)
    for n in (0, 1, 2, 15, 16, 17, 100, 10_000):
        ((found,),) = duckdb.execute(f"select {expand('{{ harmonic(' + repr(str(n)) + ') }}')}").fetchall()
        assert found == pytest.approx(sum(1 / i for i in range(1, n + 1)), rel=1e-14)


def test_scales_that_cannot_be_are_refused() -> None:
    ends = r"min_rel is 2[.]0 and max_rel 2[.]0; min_rel must be the lower"
    above = r"gains 3[.]0, more than 2[.]0, the highest gain; set top"
    for measure, said in {
        **{f"{name}(min_rel=2,max_rel=2)@3": ends for name in ("INST", "BPM_utility")},
        **{f"{name}(min_rel=2,max_rel=2)@3": ends for name in ("NERR9_examined", "NERR10_residual")},
        "sDCG(min_rel=2,top=2)@3": r"min_rel is 2[.]0 and the highest gain 2[.]0; min_rel must be the lower",
        "ERR(top=2)": above,
        "nERR(top=2)": above,
    }.items():
        with pytest.raises(evalsql.InputError, match=said):
            all_cases().score(measure)


def orders(case: Case) -> list[list[int]]:
    """Every order of the places that the scores allow."""
    groups = sorted(set(case.tied))
    return [list(chain(*one)) for one in product(*(permutations(range(a - 1, b)) for a, b in groups))]


def long_without_a_cutoff_shared_ties_are_the_mean_of_rbp_over_every_order() -> None:
    def rbp(worths: list[float], p: float) -> float:
        return (1 - p) * sum(w * p**place for place, w in enumerate(worths))

    few = {case: orders(case) for case in CASES if case.retrieved <= 6}
    formulas: dict[str, Formula] = {}
    for p, top in product((0, 0.5, 0.95), (0, 4)):

        def value(case: Case, p=p, top=top) -> float:
            return mean(rbp([worth(case.relevance[place], top) for place in order], p) for order in few[case])

        def residual(case: Case, p=p) -> float:
            rest = mean(rbp([unjudged(case)[place] for place in order], p) for order in few[case])
            return rest + p**case.retrieved

        formulas[f"RBP_shared(p={p},top={top})"] = value
        formulas[f"RBP_shared_residual(p={p})"] = residual
    assert_agree(formulas, list(few))
    assert sum(len(some) > 1 for some in few.values()) > 60


def long_without_ties_shared_ties_are_rbp() -> None:
    untied = [case for case in CASES if all(a == b for a, b in case.tied)]
    assert len(untied) > 30
    for metric in ("RBP", "RBP_residual"):
        ends = [f"(p=0.8){at(k)}" for k in (None, 1, 3, 40)]
        found = scored([name + end for name in (metric, metric.replace("RBP", "RBP_shared")) for end in ends], untied)
        for end in ends:
            both = (found[metric + end], found[metric.replace("RBP", "RBP_shared") + end])
            assert compared(*both, untied, 1e-12) == ""


def test_the_order_of_tied_documents_does_not_matter_where_ties_are_shared() -> None:
    names = [f"{place}" for place in range(6)]
    relevance = [2, 0, None, 1, 3]
    orders = [["a", *order, "z"] for order in permutations("bcd")]
    runs = [
        (n, doc, score)
        for n, docs in zip(names, orders, strict=True)
        for doc, score in zip(docs, (3, 2, 2, 2, 1), strict=True)
    ]
    qrels = [
        (n, doc, level)
        for n, docs in zip(names, orders, strict=True)
        for doc, level in zip(docs, relevance, strict=True)
        if level is not None
    ]
    tables = [
        pa.table(dict(zip(("query_id", "doc_id", name), map(list, zip(*rows, strict=True)), strict=True)))
        for name, rows in (("score", runs), ("relevance", qrels))
    ]
    distinct = {"RBP_shared(top=3)@3": 1, "RBP_shared_residual@3": 1, "RBP(top=3)@3": 3}
    rows = evalsql.Evaluation(*tables, whole=True).score(list(distinct)).fetchall()
    found = {text: {round(value, 12) for *_, metric, value in rows if metric == text} for text in distinct}
    assert {text: len(each) for text, each in found.items()} == distinct
