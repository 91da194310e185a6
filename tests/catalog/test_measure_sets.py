"""Several measures in one text: lists, sets by name, and files."""

import tomllib
from pathlib import Path

import pytest
from places import ROOT

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


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        ("nDCG@10 AP RR", ["nDCG@10", "AP", "RR"]),
        ("nDCG@10,AP", ["nDCG@10", "AP"]),
        (" nDCG @ 10 ,\tAP (rel=2), RR\n", ["nDCG@10", "AP(rel=2)", "RR"]),
        (
            "RBP(p=0.9, rel=2)@20, nDCG(gains={1: 1, 2: 10}, discount='jk')@5 AP",
            ["RBP(p=0.9,rel=2)@20", "nDCG(discount='jk',gains={1:1,2:10})@5", "AP"],
        ),
        ("ndcg_cut_10 map,P.5", ["nDCG@10", "AP", "P@5"]),
        ("P.5,10,20 AP", ["P@5", "P@10", "P@20", "AP"]),
        ("nDCG@5,10", ["nDCG@5", "nDCG@10"]),
        ("AP AP,map", ["AP"]),
        ("alpha-nDCG@5 strec@10", ["alpha_nDCG@5", "StRecall@10"]),
        ("nDCG @ 10", ["nDCG@10"]),
    ],
)
def test_blanks_and_commas_stand_between_measures(text: str, measures: list[str]) -> None:
    assert canonical(text) == measures


@pytest.mark.parametrize(("text", "wrong"), [("nDCG@10 fop", "'fop'"), ("AP, RR(x=1)", "'RR(x=1)'"), ("AP @ten", "")])
def test_what_is_wrong_in_a_list_is_named_alone(text: str, wrong: str) -> None:
    with pytest.raises(InputError, match="^(unknown measure )?" + wrong.replace("(", r"\(").replace(")", r"\)")):
        as_measures(text)


@pytest.mark.filterwarnings("ignore:-m ")
@pytest.mark.parametrize("name", sets.names())
def test_every_set_has_measures_and_no_other_meaning(name: str) -> None:
    assert as_measures(name)
    with pytest.raises(InputError):
        parse_measure(name)
    assert not list(peer_matches(name))
    assert f" {name}" not in " ".join(metrics())


def test_the_official_set_is_that_of_trec_eval() -> None:
    with pytest.warns(
        UserWarning, match="^-m official: left out, since evalsql has no num_q, gm_map, iprec_at_recall$"
    ):
        found = as_measures("official")
    named = [each.name_in("trec_eval") for each in found]
    precisions = [f"P_{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)]
    assert named == ["num_ret", "num_rel", "num_rel_ret", "map", "Rprec", "bpref", "recip_rank", *precisions]


def test_sets_of_trec_eval_leave_out_no_measure_that_is_here() -> None:
    written = {piece for text in tomllib.loads((ROOT / "sql/sets/all_trec.toml").read_text())["measures"]
               for piece in sets.pieces(text)}  # fmt: skip
    here = {
        name.partition("_{")[0].partition("=")[0] for m in metrics().values() for name in m.peers.get("trec_eval", ())
    }
    assert here - {piece.partition(".")[0].partition("=")[0] for piece in written} == set()


def test_a_set_may_stand_in_a_list_and_brings_nothing_twice() -> None:
    with pytest.warns(UserWarning, match="^-m set: left out"):
        assert canonical("R nDCG@10,set", "AP") == ["R", "nDCG@10", "NumRet", "NumRel", "NumRelRet", "P", "AP"]


@pytest.mark.filterwarnings("ignore:-m ")
@pytest.mark.parametrize("paper", PAPERS)
def test_the_set_of_a_paper_is_what_the_heads_say(paper: str) -> None:
    said = {each.name for each in metrics().values() if paper in each.papers}
    found = sets.find_set(paper)
    assert found is not None
    assert {each.metric.name for each in as_measures(found.name)} | set(found.without) == said
    drawn = {each.name for each in curves().values() if paper in each.papers}
    if drawn:
        assert {each.metric.name for each in as_measures(found.name, "curves")} == drawn


def test_measures_that_need_a_value_are_named() -> None:
    with pytest.warns(UserWarning, match="left out, since AvgPos, .*NormalisedRecall need a value of yours"):
        as_measures("jarvelin-kekalainen-2002")


@pytest.mark.parametrize("name", ["Sakai-2006", "sakai_2006", "Sakai 2006", "SAKAI-2006"])
def test_sets_go_by_any_spelling(name: str) -> None:
    assert canonical(name) == canonical("sakai-2006")


def test_a_file_holds_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text("\ufeff# ours\nnDCG@10   # first\n\nAP RR\nsakai-2006\n", encoding="utf-8")
    assert canonical("@mine.txt", "P@5")[:3] == ["nDCG@10", "AP", "RR"]
    assert "Q" in canonical("P@5", "@mine.txt")
    with pytest.raises(InputError, match=r"^none.txt: there is no such file; @ names a file of measures, one a line$"):
        as_measures("@none.txt")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AP\nfop\n", "m.txt, line 2: unknown measure 'fop'"),
        ("@m.txt", "m.txt, line 1: a file of measures cannot name another, @m.txt"),
        ("# none\n", "m.txt: holds no measure"),
    ],
)
def test_what_is_wrong_in_a_file_is_refused_with_its_line(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.txt").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        as_measures("@m.txt")
    assert str(refused.value).startswith(said)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_bytes(b"PAR1\xff\xfe")
    with pytest.raises(InputError, match=r"cannot be read as a list of measures: it is not UTF-8 text$"):
        as_measures(f"@{tmp_path / 'm.txt'}")


def test_functions_take_lists_and_sets() -> None:
    tiny = ROOT / "fixtures" / "tiny"
    with pytest.warns(UserWarning, match="without judgments"):
        found = evalsql.evaluate(tiny / "good.run", tiny / "qrels.txt", "nDCG@10 AP")
    assert {row[2] for row in found.fetchall()} == {"nDCG@10", "AP"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("alpha-nDCG", {"alpha_nDCG"}),
        ("\N{GREEK SMALL LETTER ALPHA}-nDCG@20", {"alpha_nDCG"}),
        ("strec", {"StRecall"}),
        ("ndcg_cut_10", {"nDCG"}),
        ("map", {"AP"}),
        ("RR2", {"RR_nth"}),
        ("ERR", {"ERR_IA", "nERR_IA"}),
        ("gain", {each.name for each in (*metrics().values(), *curves().values()) if each.family == "gain"}),
        ("sakai-2006", {m.name for m in (*metrics().values(), *curves().values()) if "Sakai 2006" in m.papers}),
        ("weighted reciprocal", {"WRR", "NWRR"}),
        ("zzzz", set()),
        ("", set()),
    ],
)
def test_metrics_are_found_by_all_that_names_them(text: str, names: set[str]) -> None:
    assert {each.name for each in search(text)} == names
