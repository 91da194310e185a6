"""Measures as text: names, parameters, cutoffs, and what is refused in them."""

import copy
import math
import pickle
import re
from collections.abc import Callable, Iterator

import duckdb
import pytest
from odd_parameters import values

from evalsql import InputError, Measure, Metric, metrics, parse_measure
from evalsql.catalog import names
from evalsql.catalog.interval import Interval, parse_interval
from evalsql.catalog.measure import make_measure
from evalsql.catalog.names import Named
from evalsql.cli.commands.metrics import pages

# a measure's canonical text, and the others that are read as it
TEXTS = {
    "nDCG": ("nDCG(discount='log2')", "nDCG@2147483647", "NDCG", "ndcg"),
    "nDCG@10": (
        *("ndcg@10", " nDCG @ 10 ", "nDCG@10.", "nDCG@1e1", "nDCG(k=10)", "nDCG()@10", "ndcg_cut_10", "ndcg_cut.10"),
        *("MSnDCG@0010", "ndcg_at_10"),
    ),
    "nDCG@20": ("NDCG@20",),
    "nDCG@2147483646": (),
    "nDCG(discount='jk')@10": (),
    "nDCG(discount='jk',base=3)@10": ('nDCG( discount = "jk", base = 3 ) @10', "nDCG(base=3,discount='jk')@10"),
    "nDCG(gains='exp')@10": ("ndcg_burges@10",),
    "DCG@10": ("dcg@10-l1",),
    "DCG(gains={1:0,2:0})@10": ("dcg@10-l3",),
    "AP": ("AP()", "AP(rel=1)", "AP(rel=1.0)", "AP(rel=1e0)", "MAP", "map", " map "),
    "AP@5": ("map@5",),
    "AP@10": ("MAP@10",),
    "AP@100": ("map_cut_100", "map_cut.100"),
    "AP(rel=2)": ("AP(rel=2.0)", "AP(rel=+2)"),
    "AP(rel=0.5)": ("AP(rel=.5)",),
    "AP(rel=0.1)": ("AP(rel=1e-1)",),
    "AP(rel=2)@100": ("MAP(rel=2)@100", "map@100-l2"),
    "AP(divisor='min(R,k)')@10": ("mapk@10",),
    "RBP": ("RBP(p=0.8)", "rbp_p=0.8"),
    "RBP@95": ("rbp@95",),
    "RBP(p=0)": ("RBP(p=-0.0)",),
    "RBP(p=0.95)": ("rbp_p=0.95",),
    "RBP(p=0.9,rel=2)@20": ("RBP(rel=2,p=0.9)@20",),
    "RBP_residual(p=0.5)": ("rbp_residual(p=.5)", "rbp_resid_p=0.5"),
    "RBP_gain(p=0.95)": ("rbp.95",),
    "RBP_gain(p=0.5)": ("rbp.5",),
    "P": ("SetP", "set_P", "precision"),
    "P@5": ("Precision@5",),
    "P@10": ("P_10", "P.10"),
    "P(rel=2)": ("SetP(rel=2)", "SetP( rel = 2 )", " SetP(rel=2) ", "SetP(rel=2e0)"),
    "P(rel=2)@5": ("Precision(rel=2)@5",),
    "R": ("SetR", "set_recall"),
    "R@100": ("Recall@100", "recall@100", "recall_100"),
    "R_cap@10": (),
    "RR": ("recip_rank",),
    "RR@10": ("MRR@10",),
    "Rprec": ("RPrecision", "r-precision"),
    "Rprec(rel=2)": ("r-precision-l2",),
    "Bpref": ("BPref", "bpref"),
    "Bpref(rel=3)": ("bpref-l3",),
    "F(rel=2)@5": ("f1@5-l2",),
    "Hits@10": ("hits@10",),
    "Hits(rel=2)@10": ("hits@10-l2",),
    "Success@3": ("top_k_accuracy@3",),
    "Success@5": ("HIT_RATE@5",),
    "Success@10": ("HR@10",),
    "Success(rel=2)@10": ("HitRate(rel=2)@10",),
    "NCU_gu(beta=0)": ("NCUguP",),
    "NumRet": ("num_ret",),
    "NumRel": ("num_rel",),
    "NumRel(rel=2)": (),
    "NumRelRet": ("NumRet(rel=1)", "NumRet( rel = 1 )", "NumRet(rel=1.)", "NumRet(rel=1e0)", "num_rel_ret"),
    "NumRelRet(rel=2)": ("NumRet(rel=2)",),
}


def test_every_spelling_of_a_measure_has_one_text() -> None:
    expected = {text: measure for measure, texts in TEXTS.items() for text in (measure, *texts)}
    assert {text: str(parse_measure(text)) for text in expected} == expected


# what trec_eval and ir_measures call a measure
NAMED = {
    "nDCG": ("ndcg", "nDCG"),
    "nDCG@10": ("ndcg_cut_10", "nDCG@10"),
    "nDCG(discount='jk')@10": (None, None),
    "AP": ("map", "AP(rel=1)"),
    "AP@100": ("map_cut_100", "AP(rel=1)@100"),
    "AP(rel=2)": (None, "AP(rel=2)"),
    "AP(rel=2)@100": (None, "AP(rel=2)@100"),
    "RBP(p=0.9)": ("rbp_p=0.9", "RBP(p=0.9,rel=1)"),
    "RBP(p=0.9,rel=2)": (None, "RBP(p=0.9,rel=2)"),
    "RBP(p=0.9)@20": (None, "RBP(p=0.9,rel=1)@20"),
    "RBP_residual": ("rbp_resid_p=0.8", None),
    "P": ("set_P", "SetP(rel=1)"),
    "P@5": ("P_5", "P(rel=1)@5"),
    "NumRelRet": ("num_rel_ret", "NumRet(rel=1)"),
    "RR@10": (None, "RR(rel=1)@10"),
    "CG": (None, None),
    "Judged@10": (None, "Judged@10"),
    "IPrec(recall=-0.0)": ("iprec_at_recall_0.00", "IPrec(recall=0.0,rel=1)"),
}


def test_a_measure_has_one_text_and_one_name_in_each_peer_in_which_minus_0_is_0() -> None:
    peers = ("trec_eval", "ir_measures")
    assert {text: tuple(map(parse_measure(text).name_in, peers)) for text in NAMED} == NAMED
    assert parse_measure("nDCG@10").name_in("another_tool") is None
    for text in ("IPrec(recall=-0.0)", "RBP(p=-0.0)", "nDCG(gains={1:-0.0,2:1})"):
        measure = parse_measure(text)
        assert "-" not in f"{measure} {measure.name_in('trec_eval')} {measure.name_in('ir_measures')} {measure.values}"


def test_equal_measures_have_equal_texts_hashes_and_values_of_their_types_and_others_do_not() -> None:
    same = ["AP(rel=2)@100", "MAP(k=100, rel=2.0)", "ap(rel=2e0) @ 100"]
    others = ["AP", "AP@100", "AP(rel=2)", "AP(rel=2)@99", "R(rel=2)@100"]
    assert len({parse_measure(text) for text in (*same, *others)}) == 1 + len(others)
    assert {str(parse_measure(text)) for text in same} == {same[0]}
    assert len({str(parse_measure(text)) for text in others}) == len(others)
    measure = parse_measure("nDCG(discount='jk')@10")
    assert copy.deepcopy(measure) == pickle.loads(pickle.dumps(measure)) == measure
    values = parse_measure("nDCG(base=3)@10").values
    assert (values["base"], values["k"], values["discount"]) == (3.0, 10, "log2")
    assert (type(values["base"]), type(values["k"])) == (float, int)


ROUND_TRIPS = (0.1 + 0.2, 1 / 3, 1e-5, 99999.5, 1e16)


def odd_measures(metric: Metric) -> Iterator[Measure]:
    """A metric with each value of each parameter at the edges of what it takes, and with all of them changed."""
    taken = {
        name: values(parameter) + [each for each in ROUND_TRIPS if parameter.type == "DOUBLE" and parameter.takes(each)]
        for name, parameter in metric.parameters.items()
    }
    required = {name: each[0] for name, each in taken.items() if metric.parameters[name].required}
    yield make_measure(metric.name, metric, {name: each[-1] for name, each in taken.items()})
    for name, numbers in taken.items():
        yield from (make_measure(metric.name, metric, required | {name: number}) for number in numbers)


def laws_broken(measure: Measure) -> Iterator[str]:
    """How the texts of a measure are not read as that measure."""
    if parse_measure(str(measure)) != measure or str(parse_measure(str(measure))) != str(measure):
        yield str(measure)
    for peer in ("trec_eval", "ir_measures"):
        name = measure.name_in(peer)
        if name is not None and parse_measure(name) != measure:
            yield f"{measure} as {name} of {peer}"


def broken_in_ir_measures(measure: Measure) -> Iterator[str]:
    """The texts of a measure that ir_measures has and reads as another."""
    ir_measures = pytest.importorskip("ir_measures")
    name = measure.name_in("ir_measures")
    if name and not re.search(
        r"\de|=-", name
    ):  # numbers with an exponent have a test of their own, a minus is not read
        # what Compat calls normalize is a value of another parameter here, RelativeP is a SetP there, sDCG SDCG
        other = "normalize=" in name or "relative=" in name or name.startswith("SDCG")
        for text in (name,) if other else (str(measure), name):
            if parse_measure(str(ir_measures.parse_measure(text))) != measure:
                yield text


@pytest.mark.parametrize("broken", [laws_broken, broken_in_ir_measures])
def long_the_texts_of_a_measure_are_read_as_the_same_measure(broken: Callable[[Measure], Iterator[str]]) -> None:
    measures = [measure for metric in metrics().values() for measure in odd_measures(metric)]
    assert len(measures) > 3000
    assert [said for measure in measures for said in broken(measure)] == []


def test_peers_names_are_read_as_the_same_measure() -> None:
    # with a very small or large number
    for text in ("RBP(p=0.00001)", "RBP_residual(p=0.00001)", "NumRelRet(rel=0.00001)", "P(rel=1e16)"):
        measure = parse_measure(text)
        for name in (measure.name_in("trec_eval"), measure.name_in("ir_measures")):
            assert name is None or parse_measure(name) == measure
    # and by ir_measures
    for text in ("nDCG@10", "AP(rel=2)@100", "RBP(p=0.5,rel=2)@10", "NumRelRet(rel=2)", "P(rel=3)@5", "R"):
        assert [*broken_in_ir_measures(parse_measure(text))] == []


NAMES = names.names()


def written(named: Named, optional: bool) -> str:
    """A text of a pattern, with what may be left out or without."""
    text = re.sub(r"\[[^]]*\]", "", named.pattern) if not optional else re.sub(r"[][]", "", named.pattern)
    return text.format(k=10, rel=2, level=3, p=".95")


def misread(named: Named, text: str) -> bool:
    """Whether a name is not the measure that its file says."""
    if named.refused:
        with pytest.raises(InputError, match="is two measures"):
            parse_measure(text)
        return False
    measure, numbers = parse_measure(text), named.match(text)
    assert numbers is not None
    usual = {name: parameter.default for name, parameter in measure.metric.parameters.items()}
    changed = {name: value for name, value in measure.values.items() if value != usual[name]}
    gains = changed.pop("gains", None)
    wanted = named.values | {name: number for name, number in numbers.items() if name != names.LEVEL}
    wanted = {name: value for name, value in wanted.items() if name != "gains" and value != usual[name]}
    with_gains = "gains" in named.values or names.LEVEL in numbers
    found = (measure.metric.name, changed, gains is not None, parse_measure(str(measure)))
    return found != (named.metric, wanted, with_gains, measure)


def test_each_name_is_the_one_measure_that_its_file_says() -> None:
    texts = [(named, written(named, optional)) for named in NAMES for optional in (False, True)]
    assert [text for named, text in texts if misread(named, text)] == []
    for named in NAMES:
        for optional in (False, True):
            text = written(named, optional)
            found = [each for each in NAMES if each.match(text) is not None]
            assert len({(each.metric, str(each.values), each.refused) for each in found}) == 1, text


def test_levels_and_conventions_are_as_the_other_tool_means_them() -> None:
    gains = parse_measure("ndcg_burges@10-l2").values["gains"]
    assert (gains[1.0], gains[2.0], gains[3.0]) == (0, 3, 7)
    assert str(parse_measure("nDCG@10", convention="ntcireval")) == "nDCG(discount='jk')@10"
    assert str(parse_measure("MSnDCG@10", convention="ntcireval")) == "nDCG@10"


REFUSED = {
    "map_at_10": "is two measures: MTEB's is AP@10, which divides by every relevant document, and that of recommenders"
    " is AP(divisor='min(R,k)')@10; write the one that is meant",
    "hits@0": "the cutoff must be a whole number of at least 1, not 0",
    "mrr@10-l0": "rel must be a number in (0, inf), not 0.0",
    **dict.fromkeys(
        ("ndcg@10-l0", "ndcg@10-l1000", "dcg-l2.5"),
        "the lowest relevance that gains must be a whole number from 1 to 100",
    ),
}


def test_a_name_that_means_two_things_or_has_a_wrong_number_is_refused() -> None:
    for text, sentence in REFUSED.items():
        with pytest.raises(InputError) as error:
            parse_measure(text)
        assert str(error.value) == f"{text!r}{' ' if sentence.startswith('is ') else ': '}{sentence}"


def test_metrics_shows_the_names_and_finds_them() -> None:
    page = pages("dcg_burges")
    assert page.startswith("DCG: ")
    assert "\nIn ranx:        dcg[@{k}][-l{level}], dcg_burges[@{k}][-l{level}]\n" in page
    assert pages("NCUguBR").startswith("NCU_gu: ")


READ = {
    "[0, 1]": Interval(0, 1),
    "[0, 1)": Interval(0, 1, high_open=True),
    "(0,1]": Interval(0, 1, low_open=True),
    " ( -0.5 , inf ) ": Interval(-0.5, math.inf, low_open=True, high_open=True),
    "(-inf, 1e-3]": Interval(-math.inf, 0.001, low_open=True),
}
PRINTED = ("[0, 1]", "(0, 1)", "[-1, 1)", "(0, inf)", "(-inf, 0.5]", "[1, 2147483647]", "[0.1234567, 1]")


def test_an_interval_is_read_as_mathematics_writes_it_and_printed_as_it_was_read() -> None:
    assert {text: parse_interval(text) for text in READ} == READ
    assert [str(parse_interval(text)) for text in PRINTED] == list(PRINTED)


NUMBERS = (-1e300, -2, -1, -0.5, -0.0, 0.25, 0.5, 0.999, 1, 1.4, 1.5, 1.6, 2, 10, 1234567, 1e300)
INTERVALS = [
    *("[0, 1)", "(0, 1]", "[0, 0.5]", "(0, 1.5)", "(1, inf)", "(-inf, inf)", "(-inf, 1.5]", "[-0.5, 1234567)"),
    *("[0, inf]", "[-inf, inf]", "(-inf, 0]"),
]


def holds(interval: Interval, number: float) -> bool:
    """Whether DuckDB finds the number inside the interval."""
    ((inside,),) = duckdb.execute(f"select {interval.sql('x')} from (select ?::double as x)", [number]).fetchall()
    return inside


def test_sql_and_python_agree_on_what_lies_in_an_interval() -> None:
    for interval in map(parse_interval, INTERVALS):
        for number in (*NUMBERS, math.inf, -math.inf, math.nan):
            assert holds(interval, number) == (number in interval), (interval, number)


def long_sql_and_python_agree_on_any_interval_and_an_interval_that_is_printed_is_read_as_the_same() -> None:
    hypothesis = pytest.importorskip("hypothesis")
    numbers = hypothesis.strategies.floats(allow_nan=False)
    ends = hypothesis.strategies.tuples(numbers, numbers).filter(lambda two: two[0] < two[1])
    flags = hypothesis.strategies.booleans()

    @hypothesis.settings(deadline=None)
    @hypothesis.given(ends, flags, flags, numbers)
    def agree(two: tuple[float, float], low_open: bool, high_open: bool, number: float) -> None:
        interval = Interval(*two, low_open, high_open)
        assert parse_interval(str(interval)) == interval
        for each in (number, *two):
            assert holds(interval, each) == (each in interval)

    agree()
