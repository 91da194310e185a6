"""Several measures in one text: lists, sets by name, and files."""

import re
from pathlib import Path

import pytest
from places import COLLECTIONS, ROOT

import evalsql
from evalsql import InputError, metrics, parse_measure
from evalsql.catalog import sets
from evalsql.catalog.listing import curves
from evalsql.catalog.measure import as_measures
from evalsql.catalog.metric import PAPERS
from evalsql.catalog.peers import peer_matches
from evalsql.catalog.search import search


def canonical(*texts: str) -> list[str]:
    return [str(each) for each in as_measures(texts)]


LISTS = {
    "nDCG@10 AP RR": ["nDCG@10", "AP", "RR"],
    "nDCG@10,AP": ["nDCG@10", "AP"],
    " nDCG @ 10 ,\tAP (rel=2), RR\n": ["nDCG@10", "AP(rel=2)", "RR"],
    "RBP(p=0.9, rel=2)@20, nDCG(gains={1: 1, 2: 10}, discount='jk')@5 AP": [
        "RBP(p=0.9,rel=2)@20",
        "nDCG(discount='jk',gains={1:1,2:10})@5",
        "AP",
    ],
    "ndcg_cut_10 map,P.5": ["nDCG@10", "AP", "P@5"],
    "P.5,10,20 AP": ["P@5", "P@10", "P@20", "AP"],
    "nDCG@5,10": ["nDCG@5", "nDCG@10"],
    "AP AP,map": ["AP"],
    "alpha-nDCG@5 strec@10": ["alpha_nDCG@5", "StRecall@10"],
    "alpha-ndcg@5 ALPHA-nDCG err-ia": ["alpha_nDCG@5", "alpha_nDCG", "ERR_IA"],
    "nDCG @ 10": ["nDCG@10"],
    # trec_eval's parameters, as it is called
    "P.5,10": ["P@5", "P@10"],
    "ndcg_cut.10,20": ["nDCG@10", "nDCG@20"],
    "iprec_at_recall.10": ["IPrec(recall=0.1)"],
    "iprec_at_recall.0.5,1": ["IPrec(recall=0.5)", "IPrec(recall=1)"],
    "iprec_at_recall..10,.20 map": ["IPrec(recall=0.1)", "IPrec(recall=0.2)", "AP"],
    "Rprec_mult.0.2,0.4": ["Rprec_mult(multiple=0.2)", "Rprec_mult(multiple=0.4)"],
    "utility.1,-1,0,0": ["Utility"],
    "map,utility.2,-0.5,0,0,P.5,10": ["AP", "Utility(hit=2,noise=-0.5)", "P@5", "P@10"],
    "set_F.0.5": ["SetF(beta=0.5)"],
    "rbp.p=0.8 rbp_resid.p=0.5": ["RBP", "RBP_residual(p=0.5)"],
    "11pt_avg..25,.5,.75": ["IPrec_avg(points='.25,.5,.75')"],
    "ndcg.1=3,2=9,4=4.5 ndcg_cut.5": ["nDCG(gains={1:3,2:9,4:4.5})", "nDCG@5"],
    "IPrec@0.1": ["IPrec(recall=0.1)"],
}
# how what is said of a list begins
WRONG = {
    "nDCG@10 fop": "unknown measure 'fop'",
    "AP, RR(x=1)": "'RR(x=1)'",
    **dict.fromkeys(("AP @ten", "utility.1,-1", "set_F.a", "rbp.q=0.8", "11pt_avg.", "P.5,-1", "Rprec_mult.-1"), ""),
}


def test_a_list_of_measures_is_read_and_what_is_wrong_in_it_is_named_alone() -> None:
    assert {text: canonical(text) for text in LISTS} == LISTS
    for text, said in WRONG.items():
        with pytest.raises(InputError) as refused:
            as_measures(text)
        assert str(refused.value).startswith(said)


@pytest.mark.filterwarnings("ignore:-m ")
def test_every_set_has_measures_and_no_other_meaning() -> None:
    for name in sets.names():
        assert as_measures(name)
        with pytest.raises(InputError):
            parse_measure(name)
        assert not list(peer_matches(name))
        assert f" {name}" not in " ".join(metrics())


CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
OFFICIAL = [
    *("num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank"),
    *(f"iprec_at_recall_{tenth / 10:.2f}" for tenth in range(11)),
    *(f"P_{k}" for k in CUTOFFS),
]
ALL_TREC = [
    *OFFICIAL,
    *(f"recall_{k}" for k in CUTOFFS),
    *("infAP", "gm_bpref"),
    *(f"Rprec_mult_{fifth / 5:.2f}" for fifth in range(1, 11)),
    *("utility", "11pt_avg", "binG", "G", "ndcg", "ndcg_rel", "Rndcg"),
    *(f"{name}_{k}" for name in ("ndcg_cut", "map_cut", "relative_P") for k in CUTOFFS),
    *(f"success_{k}" for k in (1, 5, 10)),
    *("set_P", "set_relative_P", "set_recall", "set_map", "set_F", "num_nonrel_judged_ret"),
    *("rbp_p=0.9", "rbp_resid_p=0.9", "unj_5", "unj_10", "unj_20"),
]
SET = ["num_q", "num_ret", "num_rel", "num_rel_ret", "utility", "set_P", "set_recall", "set_relative_P"]
SET += ["set_map", "set_F"]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "measures"), [("official", OFFICIAL), ("all_trec", ALL_TREC), ("set", SET)])
def test_the_sets_of_trec_eval_are_whole_and_read_back(name: str, measures: list[str]) -> None:
    found = as_measures(name)
    assert [each.name_in("trec_eval") for each in found] == measures
    assert as_measures(measures) == found
    assert canonical(*map(str, found)) == [str(each) for each in found]


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
def test_all_trec_is_what_version_10_printed() -> None:
    recorded = COLLECTIONS / "trec_eval_test" / "expected" / "text" / "results.test.run.trec_eval10_q_all_trec.txt"
    printed = [line.split()[0] for line in recorded.read_text().splitlines() if line.split()[1] == "all"]
    plain = [name.partition("_p=")[0] for name in ALL_TREC]
    assert [name for name in printed if name not in ("runid", "relstring")] == plain


def test_names_of_trec_eval_are_in_sets_but_for_those_that_it_has_apart_or_would_not_say() -> None:
    here = {name.partition("_{")[0].partition("_p=")[0]
            for m in metrics().values() for name in m.peers.get("trec_eval", ())}  # fmt: skip
    listed = {re.sub(r"_([0-9.]+|p=.*)$", "", name) for name in ALL_TREC}
    by_judge = {name for name in here if name.endswith("_avgjg") or name.startswith("prefs_")}  # which -R asks for
    assert here - listed == {"dcg", "ideal_dcg", "yaap"} | by_judge
    for text in ("IPrec(recall=0.125)", "Rprec_mult(multiple=0.001)", "IPrec_avg(points='x')"):
        assert parse_measure(text).name_in("trec_eval") is None


@pytest.mark.filterwarnings("ignore:-m ")
def test_the_set_of_a_paper_is_what_the_heads_say() -> None:
    for paper in PAPERS:
        said = {each.name for each in metrics().values() if paper in each.papers}
        found = sets.find_set(paper)
        assert found is not None
        assert {each.metric.name for each in as_measures(found.name)} | set(found.without) == said
        drawn = {each.name for each in curves().values() if paper in each.papers}
        assert not drawn or {each.metric.name for each in as_measures(found.name, "curves")} == drawn


def test_measures_that_need_a_value_are_named() -> None:
    with pytest.warns(UserWarning, match="left out, since AvgPos, .*NormalisedRecall need a value of yours"):
        as_measures("jarvelin-kekalainen-2002")


def test_a_set_goes_by_any_spelling_may_stand_in_a_list_and_brings_nothing_twice() -> None:
    for name in ("Sakai-2006", "sakai_2006", "Sakai 2006", "SAKAI-2006"):
        assert canonical(name) == canonical("sakai-2006")
    assert canonical("R NumRet,set", "AP")[:5] == ["R", "NumRet", "NumQ", "NumRel", "NumRelRet"]


def test_a_file_holds_measures_or_is_refused_with_the_line_that_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text("\ufeff# ours\nnDCG@10   # first\n\nAP RR\nsakai-2006\n", encoding="utf-8")
    assert canonical("@mine.txt", "P@5")[:3] == ["nDCG@10", "AP", "RR"]
    assert "Q" in canonical("P@5", "@mine.txt")
    said = "^none.txt: there is no such file; @ names a file of measures, one per line$"
    with pytest.raises(InputError, match=said):
        as_measures("@none.txt")
    for held, said in {
        b"AP\nfop\n": "m.txt, line 2: unknown measure 'fop'",
        b"@m.txt": "m.txt, line 1: a file of measures cannot name another, @m.txt",
        b"# none\n": "m.txt: has no measures",
        b"PAR1\xff\xfe": "m.txt: cannot be read as a list of measures: it is not UTF-8 text",
    }.items():
        Path("m.txt").write_bytes(held)
        with pytest.raises(InputError) as refused:
            as_measures("@m.txt")
        assert str(refused.value).startswith(said)


def test_functions_take_lists_and_sets() -> None:
    tiny = ROOT / "fixtures" / "tiny"
    with pytest.warns(UserWarning, match="without judgments|judged relevant"):
        found = evalsql.evaluate(tiny / "good.run", tiny / "qrels.txt", "nDCG@10 AP")
    assert {row[2] for row in found.fetchall()} == {"nDCG@10", "AP"}


BOTH = (*metrics().values(), *curves().values())
FOUND = {
    "alpha-nDCG": {"alpha_nDCG"},
    "\N{GREEK SMALL LETTER ALPHA}-nDCG@20": {"alpha_nDCG"},
    "strec": {"StRecall"},
    "ndcg_cut_10": {"nDCG"},
    "map": {"AP"},
    "RR2": {"RR_nth"},
    "ERR": {"ERR"},
    "gain": {each.name for each in BOTH if each.family == "gain"},
    "sakai-2006": {each.name for each in BOTH if "Sakai 2006" in each.papers},
    "weighted reciprocal": {"WRR", "NWRR"},
    "zzzz": set(),
    "": set(),
}


def test_metrics_are_found_by_all_that_names_them() -> None:
    assert {text: {each.name for each in search(text)} for text in FOUND} == FOUND
