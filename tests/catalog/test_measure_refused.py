"""A text that is not a measure is refused with a sentence that helps, and code in it is never run."""

import os
import re

import pytest

from evalsql import InputError, metrics, parse_measure


def refusal(text: str) -> str:
    """What is said of a text that is not a measure."""
    with pytest.raises(InputError) as refused:
        parse_measure(text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("nDGC@10", "nDCG"),
        ("nDCGG", "nDCG"),
        ("MPA", "AP"),
        ("precison@5", "P"),
        ("recal@10", "R"),
        ("ndcg_cut@10", "nDCG"),
        ("bperf", "Bpref"),
        ("rbp_resid", "RBP_residual"),
        ("Juged@10", "Judged"),
        ("numret_rel", "NumRelRet"),
    ],
)
def test_a_wrong_name_gets_the_nearest_right_ones(text: str, meant: str) -> None:
    said = refusal(text)
    name = re.match(r"\w+", text)[0]
    assert said.startswith(f"unknown measure '{name}'; did you mean ")
    suggested = said.split("did you mean ")[1].split("? (")[0].split(" or ")
    assert meant in suggested
    assert len(suggested) <= 4


@pytest.mark.parametrize("text", ["nDGC@10", "MPA", "recal@10", "ndcg_cut@10", "precison", "map_cut", "numrel_ret"])
def test_what_is_suggested_can_be_written(text: str) -> None:
    suggested = refusal(text).split("did you mean ")[1].split("? (")[0].split(" or ")
    for name in suggested:
        needed = [parameter for parameter in metrics()[name].parameters.values() if parameter.required]
        assert needed or parse_measure(name)


def test_a_name_like_no_other_gets_the_way_to_all() -> None:
    assert refusal("zzzzzz@10") == "unknown measure 'zzzzzz'; 'evalsql metrics' lists all"


def test_a_name_with_a_dash_is_a_name() -> None:
    assert refusal("alpha-nDCG").startswith("unknown measure 'alpha-nDCG'; did you mean alpha_nDCG")
    assert refusal("official") == "unknown measure 'official'; official is a set of measures, where one is wanted"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("R(r=2)", "R has no parameter 'r'; it takes rel, a number in (0, inf); k, a whole number of at least 1"),
        ("RBP(P=0.5)", "RBP has no parameter 'P'; it takes p, a number in [0, 1); rel, a number in (0, inf); top, "),
        (
            "CG(x=1)",
            "CG has no parameter 'x'; it takes gains, a mapping of relevance to gain such as {1: 1, 2: 10} or ",
        ),
        ("nDCG(gain='exp')@5", "nDCG has no parameter 'gain'; it takes discount, one of log2, jk, rank, none; base, "),
        ("NumRet(x=1)", "NumRet has no parameter 'x'; it takes none"),
        ("RR(x=None)", "RR has no parameter 'x'; "),
    ],
)
def test_a_wrong_parameter_gets_the_right_ones_and_their_ranges(text: str, said: str) -> None:
    assert refusal(text).startswith(f"{text!r}: {said}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AP(rel=0)", "rel must be a number in (0, inf), not 0"),
        ("AP(rel=-1)", "rel must be a number in (0, inf), not -1"),
        ("AP(rel='2')", "rel must be a number in (0, inf), not '2'"),
        ("AP(rel=True)", "rel must be a number in (0, inf), not True"),
        ("AP(rel=1e999)", "rel must be a number in (0, inf), not inf"),
        ("AP(rel=[1])", "rel must be a number in (0, inf), not [1]"),
        ("AP(rel=1j)", "rel must be a number in (0, inf), not 1j"),
        ("RBP(p=1)", "p must be a number in [0, 1), not 1"),
        ("RBP(p=-0.1)", "p must be a number in [0, 1), not -0.1"),
        ("rbp_p=1.5", "p must be a number in [0, 1), not 1.5"),
        ("nDCG(base=1)", "base must be a number in (1, inf), not 1"),
        ("nDCG(discount='jK')", "discount must be one of log2, jk, rank, none, not 'jK'"),
        ("nDCG(discount=2)", "discount must be one of log2, jk, rank, none, not 2"),
        ("nDCG(k=0)", "the cutoff must be a whole number of at least 1, not 0"),
    ],
)
def test_a_wrong_value_gets_the_range_of_its_parameter(text: str, said: str) -> None:
    assert refusal(text) == f"{text!r}: {said}"


def test_a_whole_number_too_large_for_a_double_is_refused() -> None:
    assert "rel must be a number in (0, inf)" in refusal(f"AP(rel={10**400})")


@pytest.mark.parametrize("value", ["None", "[]", "{}"])
def test_a_parameter_set_to_nothing_is_refused(value: str) -> None:
    said = refusal(f"AP(rel={value})")
    assert "rel" in said
    assert "a number in (0, inf)" in said


@pytest.mark.parametrize(
    "cutoff", ["0", "-1", "2.5", "'x'", "'10'", "True", "1e999", "2147483648", "[10]", "(1, 2)", "1j"]
)
def test_a_cutoff_that_is_not_a_whole_number_from_1_is_refused(cutoff: str) -> None:
    said = refusal(f"nDCG@{cutoff}")
    assert said.startswith(f'"nDCG@{cutoff}"' if "'" in cutoff else f"'nDCG@{cutoff}'")
    assert ": the cutoff must be a whole number of at least 1, not " in said


@pytest.mark.parametrize("text", ["P_0", "ndcg_cut_0", "ndcg_cut.0", "P_2.5"])
def test_a_cutoff_in_trec_evals_notation_is_refused_likewise(text: str) -> None:
    assert refusal(text).startswith(f"{text!r}: the cutoff must be a whole number of at least 1, not ")


@pytest.mark.parametrize("text", ["Rprec@10", "NumRet@10", "Bpref(rel=2)@5"])
def test_a_metric_without_a_cutoff_takes_none(text: str) -> None:
    name = re.match(r"\w+", text)[0]
    assert refusal(text) == f"{text!r}: {name} takes no cutoff (@)"


@pytest.mark.parametrize("text", ["SetP@10", "SetP(rel=2)@10", "NumRet(rel=1)@10", "SetR@5"])
def test_a_peers_name_that_has_no_cutoff_takes_none(text: str) -> None:
    assert refusal(text)


@pytest.mark.parametrize("text", ["nDCG(k=5)@10", "nDCG(k=5)@5"])
def test_a_cutoff_given_twice_is_refused(text: str) -> None:
    assert text in refusal(text)


@pytest.mark.parametrize("text", ["AP(rel=1,rel=2)", "AP(rel=1, rel=1)", "RBP(p=0.5,rel=1,p=0.6)"])
def test_a_parameter_given_twice_is_refused(text: str) -> None:
    assert text in refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "@", "@10", "nDCG@", "nDCG@@10", "nDCG@10@20", "nDCG 10", "nDCG@10x", "nDCG@ten", "nDCG@None"),
        *("AP(2)", "AP(2, rel=2)", "AP(rel)", "AP(*[2])", "AP(**{'rel': 2})", "AP(rel=2", "AP rel=2)", "AP(rel=)"),
        *("AP()()", "AP[1]", "AP.rel", "(AP, RR)", "AP, RR", "AP; RR", "[AP]", "'AP'", "10", "None", "lambda: AP"),
        *("P_1.2.3", "P_.", "P_", "rbp_p=", "rbp_p=0.1.2", "ndcg_cut_..", "map_cut_1.0.0"),
        *(
            "AP == 1",
            "AP if 1 else RR",
            "not AP",
            "-AP",
            "AP@10 or RR",
            "AP + RR",
            "AP\nRR",
            "\0",
            "AP\0",
            "é(",
            "\ud800",
        ),
        *("(" * 500, "-" * 5000 + "1", "AP@" + "(" * 100, "AP@" + "9" * 5000, "P_" + "9" * 5000, "A" * 5000),
    ],
)
def test_nonsense_is_refused_with_one_sentence(text: str) -> None:
    assert refusal(text)


def test_the_refusal_of_a_text_that_is_no_measure_shows_how_to_write_one() -> None:
    said = "is not a measure; write one like nDCG@10, AP(rel=2) or RBP(p=0.8)@20"
    assert refusal("nDCG@10@20") == f"'nDCG@10@20' {said}"
    assert refusal("") == f"'' {said}"
    for example in ("nDCG@10", "AP(rel=2)", "RBP(p=0.8)@20"):
        assert parse_measure(example)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('x')",
        "__import__('os').system('x')@10",
        "nDCG@__import__('os').system('x')",
        "AP(rel=__import__('os').system('x'))",
        "AP(**{'rel': __import__('os').system('x')})",
        "AP(**__import__('os').system('x'))",
        "AP(*__import__('os').system('x'))",
        "AP(rel=[__import__('os').system('x')])",
        "nDCG(discount=f\"{__import__('os').system('x')}\")",
        "(lambda: __import__('os').system('x'))()",
        "[__import__('os').system('x') for _ in 'x']",
        "rbp_p=__import__('os').system('x')",
        "os.system('x')",
    ],
)
def test_code_in_a_measures_text_is_never_run(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []
    monkeypatch.setattr(os, "system", ran.append)
    assert refusal(text)
    assert ran == []


def long_any_text_is_a_measure_or_is_refused() -> None:
    hypothesis = pytest.importorskip("hypothesis")
    strategies = hypothesis.strategies
    templates = [name for metric in metrics().values() for names in metric.peers.values() for name in names]
    words = [*metrics(), *(re.sub(r"\{\w+\}", "", template) for template in templates)]
    tokens = strategies.sampled_from([*"@().,='-_ \\{}[]*#", "10", "0", "1.5", "rel", "p", "k", "'jk'", "None", "e5"])
    pieces = strategies.lists(strategies.sampled_from(words) | tokens, max_size=6).map("".join)
    endings = strategies.tuples(strategies.sampled_from(words), strategies.text("0123456789.", max_size=6)).map("".join)

    @hypothesis.settings(deadline=None, max_examples=500)
    @hypothesis.given(strategies.text() | pieces | endings)
    @hypothesis.example("P_010")
    @hypothesis.example("P_1.2.3")
    def understood_or_refused(text: str) -> None:
        try:
            measure = parse_measure(text)
        except InputError as error:
            assert str(error)  # noqa: PT017
        else:
            assert parse_measure(str(measure)) == measure

    understood_or_refused()
