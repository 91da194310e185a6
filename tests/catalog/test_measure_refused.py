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


MEANT = {
    **{"nDGC@10": "nDCG", "nDCGG": "nDCG", "MPA": "AP", "precison@5": "P", "precison": "P", "recal@10": "R"},
    **{"ndcg_cot@10": "nDCG", "map_cat": "AP", "bperf": "Bpref", "rbp_resid": "RBP_residual", "Juged@10": "Judged"},
    **{"numret_rel": "NumRelRet", "numrel_ret": "NumRelRet"},
}


def test_a_wrong_name_gets_the_nearest_right_ones() -> None:
    for text, meant in MEANT.items():
        said = refusal(text)
        assert said.startswith(f"unknown measure '{text.partition('@')[0]}'; did you mean ")
        suggested = said.split("did you mean ")[1].split("? (")[0].split(" or ")
        assert meant in suggested
        assert len(suggested) <= 4
        for name in suggested:
            assert any(parameter.required for parameter in metrics()[name].parameters.values()) or parse_measure(name)


CUTOFF = "the cutoff must be a whole number of at least 1, not "
NO_MEASURE = "is not a measure; write one like nDCG@10, AP(rel=2) or RBP(p=0.8)@20"
SAID = {  # how what is said of a text begins
    "zzzzzz@10": "unknown measure 'zzzzzz'; 'evalsql metrics' lists all",
    "beta-nDCG@5": "unknown measure 'beta_nDCG'; did you mean alpha_nDCG",
    "official": "unknown measure 'official'; official is a set of measures, where one is wanted",
    "nDCG@10@20": f"'nDCG@10@20' {NO_MEASURE}",
    "": f"'' {NO_MEASURE}",
}
OF_VALUES = {  # what is said after the text itself
    "R(r=2)": "R has no parameter 'r'; it takes rel, a number in (0, inf); k, a whole number of at least 1",
    "RBP(P=0.5)": "RBP has no parameter 'P'; it takes p, a number in [0, 1); rel, a number in (0, inf); top, ",
    "CG(x=1)": "CG has no parameter 'x'; it takes gains, a mapping of relevance to gain such as {1: 1, 2: 10} or ",
    "nDCG(gain='exp')@5": "nDCG has no parameter 'gain'; it takes discount, one of log2, jk, rank, none; base, ",
    "NumRet(x=1)": "NumRet has no parameter 'x'; it takes none",
    "RR(x=None)": "RR has no parameter 'x'; ",
    **{
        f"AP(rel={value})": f"rel must be a number in (0, inf), not {'inf' if value == '1e999' else value}"
        for value in ("0", "-1", "'2'", "True", "1e999", "[1]", "1j")
    },
    f"AP(rel={10**400})": "rel must be a number in (0, inf)",
    "RBP(p=1)": "p must be a number in [0, 1), not 1",
    "RBP(p=-0.1)": "p must be a number in [0, 1), not -0.1",
    "rbp_p=1.5": "p must be a number in [0, 1), not 1.5",
    "nDCG(base=1)": "base must be a number in (1, inf), not 1",
    "nDCG(discount='jK')": "discount must be one of log2, jk, rank, none, not 'jK'",
    "nDCG(discount=2)": "discount must be one of log2, jk, rank, none, not 2",
    "nDCG(k=0)": f"{CUTOFF}0",
    **{
        f"nDCG@{cutoff}": CUTOFF
        for cutoff in ("0", "-1", "2.5", "'x'", "'10'", "True", "1e999", "2147483648", "[10]", "(1, 2)", "1j")
    },
    **dict.fromkeys(("P_0", "ndcg_cut_0", "ndcg_cut.0", "P_2.5"), CUTOFF),
    "Rprec@10": "Rprec takes no cutoff (@)",
    "NumRet@10": "NumRet takes no cutoff (@)",
    "Bpref(rel=2)@5": "Bpref takes no cutoff (@)",
}


def test_a_refusal_says_what_would_be_right() -> None:
    assert {text: said for text, said in SAID.items() if not refusal(text).startswith(said)} == {}
    assert {text: said for text, said in OF_VALUES.items() if not refusal(text).startswith(f"{text!r}: {said}")} == {}
    for value in ("None", "[]", "{}"):
        said = refusal(f"AP(rel={value})")
        assert "rel" in said
        assert "a number in (0, inf)" in said
    for example in ("nDCG@10", "AP(rel=2)", "RBP(p=0.8)@20"):
        assert parse_measure(example)


NONSENSE = (
    *("", " ", "@", "@10", "nDCG@", "nDCG@@10", "nDCG@10@20", "nDCG 10", "nDCG@10x", "nDCG@ten", "nDCG@None"),
    *("AP(2)", "AP(2, rel=2)", "AP(rel)", "AP(*[2])", "AP(**{'rel': 2})", "AP(rel=2", "AP rel=2)", "AP(rel=)"),
    *("AP()()", "AP[1]", "AP.rel", "(AP, RR)", "AP, RR", "AP; RR", "[AP]", "'AP'", "10", "None", "lambda: AP"),
    *("P_1.2.3", "P_.", "P_", "rbp_p=", "rbp_p=0.1.2", "ndcg_cut_..", "map_cut_1.0.0"),
    *("AP == 1", "AP if 1 else RR", "not AP", "-AP", "AP@10 or RR", "AP + RR", "AP\nRR", "\0", "AP\0", "é(", "\ud800"),
    *("(" * 500, "-" * 5000 + "1", "AP@" + "(" * 100, "AP@" + "9" * 5000, "P_" + "9" * 5000, "A" * 5000),
    # a peer's names that have no cutoff
    *("SetP@10", "SetP(rel=2)@10", "NumRet(rel=1)@10", "SetR@5"),
)
TWICE = ("nDCG(k=5)@10", "nDCG(k=5)@5", "AP(rel=1,rel=2)", "AP(rel=1, rel=1)", "RBP(p=0.5,rel=1,p=0.6)")
CODE = "__import__('os').system('x')"
RUN = (
    *(CODE, f"{CODE}@10", f"nDCG@{CODE}", f"AP(rel={CODE})", f"AP(**{{'rel': {CODE}}})", f"AP(**{CODE})"),
    *(f"AP(*{CODE})", f"AP(rel=[{CODE}])", f'nDCG(discount=f"{{{CODE}}}")', f"(lambda: {CODE})()"),
    *(f"[{CODE} for _ in 'x']", f"rbp_p={CODE}", "os.system('x')"),
)


def test_a_name_with_a_number_is_answered_by_the_measure_that_it_may_be() -> None:
    for text, meant in {
        **{"ndcg10": "did you mean nDCG@10?", "P5": "did you mean P@5?", "Recall_20": "did you mean R@20?"},
        **{"RBP(0.8)": "write RBP(p=0.8)", "rbp.0.8": "write RBP(p=0.8)", "nDCG(10)": "write nDCG@10"},
    }.items():
        said = refusal(text)
        assert said.endswith(meant)
        parse_measure(meant.strip("?").split()[-1])


def test_nonsense_is_refused_with_one_sentence_and_code_is_never_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []
    monkeypatch.setattr(os, "system", ran.append)
    for text in (*NONSENSE, *RUN):
        assert "\n" not in refusal(text).replace(text, "")
    assert ran == []
    assert [text for text in TWICE if text not in refusal(text)] == []


def long_any_text_is_a_measure_or_is_refused() -> None:
    assert_measures_or_refused(100)


def weekly_any_text_is_a_measure_or_is_refused() -> None:
    assert_measures_or_refused(500)


def assert_measures_or_refused(texts: int) -> None:
    hypothesis = pytest.importorskip("hypothesis")
    strategies = hypothesis.strategies
    templates = [name for metric in metrics().values() for names in metric.peers.values() for name in names]
    words = [*metrics(), *(re.sub(r"\{\w+\}", "", template) for template in templates)]
    tokens = strategies.sampled_from([*"@().,='-_ \\{}[]*#", "10", "0", "1.5", "rel", "p", "k", "'jk'", "None", "e5"])
    pieces = strategies.lists(strategies.sampled_from(words) | tokens, max_size=6).map("".join)
    endings = strategies.tuples(strategies.sampled_from(words), strategies.text("0123456789.", max_size=6)).map("".join)

    @hypothesis.settings(deadline=None, max_examples=texts)
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
