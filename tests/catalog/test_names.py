"""Other tools' own names of measures are read as what they mean there, and refused where two tools mean two things."""

import re

import pytest

from evalsql import InputError, parse_measure
from evalsql.catalog import names
from evalsql.catalog.names import Named
from evalsql.cli.metrics import pages

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


def test_each_name_is_the_measure_that_its_file_says() -> None:
    texts = [(named, written(named, optional)) for named in NAMES for optional in (False, True)]
    assert [text for named, text in texts if misread(named, text)] == []


def test_no_text_is_a_name_of_two_measures() -> None:
    for named in NAMES:
        for optional in (False, True):
            text = written(named, optional)
            found = [each for each in NAMES if each.match(text) is not None]
            assert len({(each.metric, str(each.values), each.refused) for each in found}) == 1, text


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("hits@10", "Hits@10"),
        ("hits@10-l2", "Hits(rel=2)@10"),
        ("HIT_RATE@5", "Success@5"),
        ("precision", "P"),
        ("f1@5-l2", "F(rel=2)@5"),
        ("r-precision", "Rprec"),
        ("r-precision-l2", "Rprec(rel=2)"),
        ("map@100-l2", "AP(rel=2)@100"),
        ("bpref-l3", "Bpref(rel=3)"),
        ("rbp.95", "RBP_gain(p=0.95)"),
        ("rbp.5", "RBP_gain(p=0.5)"),
        ("rbp@95", "RBP@95"),
        ("ndcg_burges@10", "nDCG(gains='exp')@10"),
        ("dcg@10-l3", "DCG(gains={1:0,2:0})@10"),
        ("dcg@10-l1", "DCG@10"),
        ("MSnDCG@0010", "nDCG@10"),
        ("NCUguP", "NCU_gu(beta=0)"),
        ("MAP@10", "AP@10"),
        ("mapk@10", "AP(divisor='min(R,k)')@10"),
        ("HR@10", "Success@10"),
        ("HitRate(rel=2)@10", "Success(rel=2)@10"),
        ("ndcg_at_10", "nDCG@10"),
        ("top_k_accuracy@3", "Success@3"),
        ("R_cap@10", "R_cap@10"),
    ],
)
def test_names_are_read(text: str, measure: str) -> None:
    assert str(parse_measure(text)) == measure


def test_a_level_above_1_leaves_what_is_below_without_gain_and_the_rest_exponential() -> None:
    gains = parse_measure("ndcg_burges@10-l2").values["gains"]
    assert (gains[1.0], gains[2.0], gains[3.0]) == (0, 3, 7)


def test_a_convention_does_not_change_what_another_tool_means() -> None:
    assert str(parse_measure("nDCG@10", convention="ntcireval")) == "nDCG(discount='jk')@10"
    assert str(parse_measure("MSnDCG@10", convention="ntcireval")) == "nDCG@10"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "map_at_10",
            "'map_at_10' is two measures: MTEB's is AP@10, which divides by every relevant document, and that of"
            " recommenders is AP(divisor='min(R,k)')@10; write the one that is meant",
        ),
        ("hits@0", "'hits@0': the cutoff must be a whole number of at least 1, not 0"),
        ("mrr@10-l0", "'mrr@10-l0': rel must be a number in (0, inf), not 0.0"),
        ("ndcg@10-l0", "'ndcg@10-l0': the lowest relevance that gains must be a whole number from 1 to 100"),
        ("ndcg@10-l1000", "'ndcg@10-l1000': the lowest relevance that gains must be a whole number from 1 to 100"),
        ("dcg-l2.5", "'dcg-l2.5': the lowest relevance that gains must be a whole number from 1 to 100"),
    ],
)
def test_a_name_that_means_two_things_or_has_a_wrong_number_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        parse_measure(text)
    assert str(error.value) == sentence


def test_metrics_shows_the_names_and_finds_them() -> None:
    page = pages("dcg_burges")
    assert page.startswith("DCG: ")
    assert "\nIn ranx:        dcg[@{k}][-l{level}], dcg_burges[@{k}][-l{level}]\n" in page
    assert pages("NCUguBR").startswith("NCU_gu: ")
