"""A measure's text is understood in every spelling, and has one canonical form and the names that peers give it."""

import copy
import pickle
import re
from collections.abc import Callable

import pytest

from evalsql import Measure, Metric, metrics, parse_measure
from evalsql.catalog.gains import GAINS
from evalsql.catalog.measure import make_measure
from evalsql.catalog.metric import Parameter

METRICS = [pytest.param(metric, id=name) for name, metric in metrics().items()]


def canonical(text: str) -> str:
    """The canonical text of a measure."""
    return str(parse_measure(text))


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("nDCG@10", "nDCG@10"),
        ("ndcg@10", "nDCG@10"),
        (" nDCG @ 10 ", "nDCG@10"),
        ("nDCG@10.", "nDCG@10"),
        ("nDCG@1e1", "nDCG@10"),
        ("nDCG(k=10)", "nDCG@10"),
        ("nDCG()@10", "nDCG@10"),
        ("nDCG(discount='jk')@10", "nDCG(discount='jk')@10"),
        ('nDCG( discount = "jk", base = 3 ) @10', "nDCG(discount='jk',base=3)@10"),
        ("nDCG(base=3,discount='jk')@10", "nDCG(discount='jk',base=3)@10"),
        ("nDCG(discount='log2')", "nDCG"),
        ("AP", "AP"),
        ("AP()", "AP"),
        ("AP(rel=1)", "AP"),
        ("AP(rel=1.0)", "AP"),
        ("AP(rel=1e0)", "AP"),
        ("AP(rel=2)", "AP(rel=2)"),
        ("AP(rel=2.0)", "AP(rel=2)"),
        ("AP(rel=+2)", "AP(rel=2)"),
        ("AP(rel=.5)", "AP(rel=0.5)"),
        ("AP(rel=1e-1)", "AP(rel=0.1)"),
        ("AP(rel=2)@100", "AP(rel=2)@100"),
        ("RBP", "RBP"),
        ("RBP(p=0.8)", "RBP"),
        ("RBP(p=0)", "RBP(p=0)"),
        ("RBP(p=-0.0)", "RBP(p=0)"),
        ("RBP(rel=2,p=0.9)@20", "RBP(p=0.9,rel=2)@20"),
        ("rbp_residual(p=.5)", "RBP_residual(p=0.5)"),
        ("P", "P"),
        ("P@5", "P@5"),
    ],
)
def test_every_spelling_of_a_measure_has_one_text(text: str, measure: str) -> None:
    assert canonical(text) == measure


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("MAP", "AP"),
        ("map@5", "AP@5"),
        ("MAP(rel=2)@100", "AP(rel=2)@100"),
        ("MRR@10", "RR@10"),
        ("Recall@100", "R@100"),
        ("recall@100", "R@100"),
        ("NDCG", "nDCG"),
        ("NDCG@20", "nDCG@20"),
        ("Precision@5", "P@5"),
        ("Precision(rel=2)@5", "P(rel=2)@5"),
        ("BPref", "Bpref"),
        ("RPrecision", "Rprec"),
        ("SetP", "P"),
        ("SetP(rel=2)", "P(rel=2)"),
        ("SetR", "R"),
        ("NumRet", "NumRet"),
        ("NumRet(rel=1)", "NumRelRet"),
        ("NumRet(rel=2)", "NumRelRet(rel=2)"),
        ("NumRelRet(rel=2)", "NumRelRet(rel=2)"),
        ("NumRel(rel=2)", "NumRel(rel=2)"),
    ],
)
def test_other_names_for_a_metric_are_understood(text: str, measure: str) -> None:
    assert canonical(text) == measure


@pytest.mark.parametrize("text", ["NumRet( rel = 1 )", "NumRet(rel=1.)", "NumRet(rel=1e0)"])
def test_a_peers_name_for_another_metric_may_be_spaced_and_written_in_any_way(text: str) -> None:
    assert canonical(text) == "NumRelRet"


@pytest.mark.parametrize("text", ["SetP( rel = 2 )", " SetP(rel=2) ", "SetP(rel=2e0)"])
def test_a_peers_name_for_a_metric_without_cutoff_may_be_spaced_and_written_in_any_way(text: str) -> None:
    assert canonical(text) == "P(rel=2)"


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("ndcg", "nDCG"),
        ("ndcg_cut_10", "nDCG@10"),
        ("ndcg_cut.10", "nDCG@10"),
        ("map", "AP"),
        ("map_cut_100", "AP@100"),
        ("map_cut.100", "AP@100"),
        ("P_10", "P@10"),
        ("P.10", "P@10"),
        ("recall_100", "R@100"),
        ("recip_rank", "RR"),
        ("Rprec", "Rprec"),
        ("bpref", "Bpref"),
        ("num_ret", "NumRet"),
        ("num_rel", "NumRel"),
        ("num_rel_ret", "NumRelRet"),
        ("set_P", "P"),
        ("set_recall", "R"),
        ("rbp_p=0.95", "RBP(p=0.95)"),
        ("rbp_p=0.8", "RBP"),
        ("rbp_resid_p=0.5", "RBP_residual(p=0.5)"),
        (" map ", "AP"),
    ],
)
def test_trec_evals_names_are_understood(text: str, measure: str) -> None:
    assert canonical(text) == measure


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        ("nDCG", "ndcg"),
        ("nDCG@10", "ndcg_cut_10"),
        ("nDCG(discount='jk')@10", None),
        ("AP", "map"),
        ("AP@100", "map_cut_100"),
        ("AP(rel=2)", None),
        ("RBP(p=0.9)", "rbp_p=0.9"),
        ("RBP(p=0.9,rel=2)", None),
        ("RBP(p=0.9)@20", None),
        ("P", "set_P"),
        ("RR@10", None),
        ("CG", None),
        ("Judged@10", None),
    ],
)
def test_trec_evals_name_of_a_measure_is_given_where_it_has_one(measure: str, name: str | None) -> None:
    assert parse_measure(measure).name_in("trec_eval") == name


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        ("nDCG", "nDCG"),
        ("nDCG@10", "nDCG@10"),
        ("nDCG(discount='jk')@10", None),
        ("AP", "AP(rel=1)"),
        ("AP(rel=2)@100", "AP(rel=2)@100"),
        ("RBP(p=0.9)@20", "RBP(p=0.9,rel=1)@20"),
        ("P", "SetP(rel=1)"),
        ("P@5", "P(rel=1)@5"),
        ("NumRelRet", "NumRet(rel=1)"),
        ("CG", None),
        ("RBP_residual", None),
    ],
)
def test_ir_measures_name_of_a_measure_is_given_where_it_has_one(measure: str, name: str | None) -> None:
    assert parse_measure(measure).name_in("ir_measures") == name


def test_a_tool_that_no_head_knows_has_no_names() -> None:
    assert parse_measure("nDCG@10").name_in("another_tool") is None


def test_equal_measures_have_equal_texts_and_others_do_not() -> None:
    same = ["AP(rel=2)@100", "MAP(k=100, rel=2.0)", "ap(rel=2e0) @ 100"]
    for text in same:
        assert parse_measure(text) == parse_measure(same[0])
        assert str(parse_measure(text)) == same[0]
    others = ["AP", "AP@100", "AP(rel=2)", "AP(rel=2)@99", "R(rel=2)@100"]
    assert all(parse_measure(text) != parse_measure(same[0]) for text in others)
    assert len({str(parse_measure(text)) for text in others}) == len(others)


def test_equal_measures_have_equal_hashes() -> None:
    assert len({parse_measure("AP(rel=2)"), parse_measure("MAP(rel=2.0)"), parse_measure("AP")}) == 2


def test_a_measure_survives_a_copy() -> None:
    measure = parse_measure("nDCG(discount='jk')@10")
    assert copy.deepcopy(measure) == measure
    assert pickle.loads(pickle.dumps(measure)) == measure


def test_the_cutoff_of_the_whole_ranking_is_not_written() -> None:
    assert canonical("nDCG@2147483647") == "nDCG"
    assert canonical("nDCG@2147483646") == "nDCG@2147483646"


def test_every_value_has_the_type_of_its_parameter() -> None:
    values = parse_measure("nDCG(base=3)@10").values
    assert (values["base"], values["k"], values["discount"]) == (3.0, 10, "log2")
    assert (type(values["base"]), type(values["k"])) == (float, int)


def any_value(parameter: Parameter):
    """A strategy of hypothesis for the values that a parameter takes."""
    strategies = pytest.importorskip("hypothesis.strategies")
    if parameter.type == "VARCHAR":
        return strategies.sampled_from(parameter.one_of) if parameter.one_of else strategies.text()
    if parameter.type == GAINS:
        levels = strategies.floats(0, 100, exclude_min=True)
        gains = strategies.just(0.0) | strategies.floats(1e-9, 1e15)
        return strategies.none() | strategies.dictionaries(levels, gains, min_size=1)
    low = max(parameter.within.low, -1e308)
    high = min(parameter.within.high, 1e308)
    if parameter.type == "INTEGER":
        return strategies.integers(int(max(low, -(2**31))), int(min(high, 2**31 - 1)))
    fine = strategies.floats(low, high) | strategies.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0, 1e-5, 1e16])
    return fine.filter(lambda number: number in parameter.within)


def for_any_measure_of(metric: Metric, law: Callable[[Measure], None]) -> None:
    """Holds a law against measures of a metric with any of its parameters set."""
    hypothesis = pytest.importorskip("hypothesis")
    strategies = hypothesis.strategies
    required = {name: any_value(p) for name, p in metric.parameters.items() if p.required}
    optional = {name: any_value(p) for name, p in metric.parameters.items() if not p.required}

    @hypothesis.settings(deadline=None, max_examples=30)  # of each metric, several times
    @hypothesis.given(strategies.fixed_dictionaries(required, optional=optional))
    def holds(given: dict) -> None:
        law(make_measure(metric.name, metric, given))

    holds()


@pytest.mark.quick(6)
@pytest.mark.parametrize("metric", METRICS)
def test_a_measures_text_is_read_as_the_same_measure(metric: Metric) -> None:
    def law(measure: Measure) -> None:
        again = parse_measure(str(measure))
        assert again == measure
        assert str(again) == str(measure)

    for_any_measure_of(metric, law)


@pytest.mark.quick(7)
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("peer", ["trec_eval", "ir_measures"])
def test_a_peers_name_of_a_measure_is_read_as_the_same_measure(metric: Metric, peer: str) -> None:
    def law(measure: Measure) -> None:
        name = measure.name_in(peer)
        assert name is None or parse_measure(name) == measure

    for_any_measure_of(metric, law)


@pytest.mark.parametrize("text", ["RBP(p=0.00001)", "RBP_residual(p=0.00001)", "NumRelRet(rel=0.00001)", "P(rel=1e16)"])
def test_a_peers_name_with_a_very_small_or_large_number_is_read_as_the_same_measure(text: str) -> None:
    measure = parse_measure(text)
    for name in (measure.name_in("trec_eval"), measure.name_in("ir_measures")):
        assert name is None or parse_measure(name) == measure


@pytest.mark.quick(6)
@pytest.mark.parametrize("metric", METRICS)
def test_ir_measures_reads_the_texts_of_measures_that_it_has(metric: Metric) -> None:
    ir_measures = pytest.importorskip("ir_measures")

    def law(measure: Measure) -> None:
        name = measure.name_in("ir_measures")
        if name and not re.search(r"\de", name):  # numbers with an exponent have a test of their own
            # what Compat calls normalize is a value of another parameter here, RelativeP is a SetP there, sDCG SDCG
            other = "normalize=" in name or "relative=" in name or name.startswith("SDCG")
            for text in (name,) if other else (str(measure), name):
                assert parse_measure(str(ir_measures.parse_measure(text))) == measure

    for_any_measure_of(metric, law)


@pytest.mark.parametrize(
    "text", ["nDCG@10", "AP(rel=2)@100", "RBP(p=0.5,rel=2)@10", "NumRelRet(rel=2)", "P(rel=3)@5", "R"]
)
def test_ir_measures_reads_a_text_as_the_same_measure(text: str) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    theirs = ir_measures.parse_measure(text)
    named = ir_measures.parse_measure(parse_measure(text).name_in("ir_measures"))
    assert parse_measure(str(theirs)) == parse_measure(str(named)) == parse_measure(text)
