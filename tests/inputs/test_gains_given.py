"""Gains: how they are written, what they are worth in a measure, by query, and what is refused or warned of."""

import warnings
from pathlib import Path

import duckdb
import pytest
from in_process import output
from places import FIXTURES
from written import put

import evalsql
from evalsql.catalog.gains import EXPONENTIAL, gains_text, parse_gains

JK = FIXTURES / "papers" / "jarvelin_kekalainen_2002"
RUN, QRELS = str(JK / "example.run"), str(JK / "qrels.txt")


def values(measures, **options) -> dict[str, float]:
    """The values of query A."""
    rows = evalsql.Evaluation(RUN, QRELS, **options).score(measures).fetchall()
    return {metric: value for _, query, metric, value in rows if query == "A"}


def test_gains_are_a_mapping_a_short_text_or_exp() -> None:
    assert parse_gains({0: 0, 1: 1, 2: 10, 3: 100}) == parse_gains("0-1-10-100") == {1: 1, 2: 10, 3: 100}
    assert parse_gains({3: 0.5, 1.5: 2}) == {1.5: 2, 3: 0.5}
    assert parse_gains("0-.5-1.25") == {1: 0.5, 2: 1.25}
    assert parse_gains("exp")[4] == 15
    assert gains_text({1.0: 1.0, 2.5: 10.0}) == "{1:1,2.5:10}"
    assert gains_text(EXPONENTIAL) == "'exp'"


@pytest.mark.parametrize("text", ["nDCG(gains='0-1-10-100')@10", "nDCG(gains={0:0,1:1,2:10,3:100})@10"])
def test_two_ways_to_write_gains_are_one_measure(text: str) -> None:
    assert str(evalsql.parse_measure(text)) == "nDCG(gains={1:1,2:10,3:100})@10"


def test_ir_measures_exp_log2_is_gains_of_two_to_the_grade_less_one() -> None:
    assert str(evalsql.parse_measure("nDCG(dcg='exp-log2')@20")) == "nDCG(gains='exp')@20"
    assert str(evalsql.parse_measure("nDCG(dcg='log2')@20")) == "nDCG@20"


@pytest.mark.parametrize(
    "gains",
    [
        "{}",
        "{1:-1}",
        "{0:1,1:2}",
        "{-1:1}",
        "'0'",
        "'1-2'",
        "'a-b'",
        "5",
        "True",
        "{1:'a'}",
        "{1:1e999}",
        "{1:1e16}",
        "{1:1e-10}",
        "None",
    ],
)
def test_what_cannot_be_gains_is_refused(gains: str) -> None:
    if gains == "None":
        assert str(evalsql.parse_measure("CG(gains=None)")) == "CG"
        return
    with pytest.raises(evalsql.InputError, match="gains must be a mapping of relevance to gain such as"):
        evalsql.parse_measure(f"CG(gains={gains})")


def test_the_weights_of_the_paper() -> None:
    # DEFINITIONS of section 3.3: 0-1-1-1, 0-0-0-1 and 0-1-10-100, and 2^g - 1
    none = "discount='none'"
    found = values(
        [
            f"nDCG({none},gains='0-1-1-1')@10",
            f"nDCG({none},gains='0-0-0-1')@10",
            f"nDCG({none},gains='0-1-10-100')@10",
            "nDCG(gains='exp')@10",
        ]
    )
    assert list(found.values()) == pytest.approx([0.7, 1, 0.991018, 0.853938], abs=5e-7)


def test_relevant_means_the_relevance_whatever_the_gain() -> None:
    weights = {"A": {1: 0, 2: 0, 3: 5}}
    table = duckdb.sql("select unnest(['A', 'A']) as query_id, unnest([1, 2]) as relevance, 0 as gain")
    assert values(["AP", "P@5"], gains=table) == values(["AP", "P@5"])
    assert weights["A"][3] == values("CG(gains={1:0,2:0,3:5})")["CG(gains={1:0,2:0,3:5})"] / 3


def test_gains_may_differ_by_query(tmp_path: Path) -> None:
    table = put(tmp_path / "g.csv", "query_id,relevance,gain\nA,3,10\nA,2,5\nE,3,100\n")
    # A: 3 2 3 0 0 1 2 2 3 0; E: 0 1 0 3 2
    with pytest.warns(
        UserWarning, match="the gains do not name relevance 1 of query A, which gains itself; 2 more such"
    ):
        rows = evalsql.evaluate(RUN, QRELS, ["CG", "CG(gains='0-1-2-3')"], gains=str(table)).fetchall()
    assert {row[1:3]: row[3] for row in rows} == {
        ("A", "CG"): 10 + 5 + 10 + 1 + 5 + 5 + 10,
        ("E", "CG"): 1 + 100 + 2,
        ("A", "CG(gains={1:1,2:2,3:3})"): 16,
        ("E", "CG(gains={1:1,2:2,3:3})"): 6,
    }
    printed = output("evaluate", RUN, "--qrels", QRELS, "-m", "CG", "--gains", table, "--per-query")
    assert "46.0000" in printed
    assert "103.0000" in printed


def test_judgments_may_have_a_gain_of_their_own(tmp_path: Path) -> None:
    qrels = put(tmp_path / "q.csv", "query_id,doc_id,relevance,gain\nA,a01,1,7\nA,a02,2,\nA,a03,0,0\n")
    evaluation = evalsql.Evaluation(RUN, str(qrels))
    assert [row[3] for row in evaluation.score(["CG", "NumRel"]).fetchall()] == [9, 2]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("A,3,-1", "gain is '-1' and relevance '3'; a gain is 0 or from 1e-9 to 1e15, and a relevance of 0"),
        ("A,0,1", "gain is '1' and relevance '0'; "),
        ("A,x,1", "gain is '1' and relevance 'x'; "),
        ("A,3,1\nA,3.0,2", "relevance 3 has two gains for query A ("),
        ("A,3,much", "gain is 'much'; a number was expected"),
        (",3,1", "query_id is null; every row must have one"),
        ("A,,1", "gain is '1' and relevance None; "),
        ("A,inf,1", "gain is '1' and relevance 'inf'; "),
    ],
)
def test_a_bad_table_of_gains_is_refused(tmp_path: Path, row: str, said: str) -> None:
    table = put(tmp_path / "g.csv", f"query_id,relevance,gain\n{row}\n")
    with pytest.raises(evalsql.InputError) as caught:
        evalsql.evaluate(RUN, QRELS, "CG", gains=str(table))
    assert said in str(caught.value)
    assert str(table) in str(caught.value)


def test_a_bad_gain_among_the_judgments_is_refused(tmp_path: Path) -> None:
    qrels = put(tmp_path / "q.csv", "query_id,doc_id,relevance,gain\nA,a01,1,x\n")
    with pytest.raises(evalsql.InputError, match="row 1 after the header: gain is 'x' and relevance '1'"):
        evalsql.evaluate(RUN, str(qrels), "CG")


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ("nDCG(gains={1:5,2:1,3:7})", "relevance 1 gains 5 and relevance 2 only 1; the ideal ranking goes by gain"),
        ("nDCG(gains='0-1-3')", "its gains do not name relevance 3, which gains 3"),
        (
            "nDCG(discount='jk',base=11.5)",
            "the first 11 ranks weigh the same, and query A has only 10 relevant; their order",
        ),
    ],
)
def test_what_is_doubtful_about_gains_and_bases_is_said(measure: str, said: str) -> None:
    with pytest.warns(UserWarning, match=said):
        evalsql.evaluate(RUN, QRELS, measure)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evalsql.evaluate(RUN, QRELS, ["nDCG(gains='0-1-10-100')", "nDCG(discount='jk',base=10)", "CG(gains='exp')"])


def test_the_ideal_goes_by_gain_where_gains_fall() -> None:
    # by gain the recall base of A is 5 5 5 5 (grade 1), then 3 3 3 (grade 3), then 1 1 1
    measure = "nDCG(discount='none',gains={1:5,2:1,3:3})@4"
    with pytest.warns(UserWarning, match="the ideal ranking goes by gain"):
        rows = evalsql.evaluate(RUN, QRELS, measure).fetchall()
    assert {query: value for _, query, _, value in rows}["A"] == pytest.approx((3 + 1 + 3 + 0) / 20)


def test_exponential_gains_are_refused_for_a_relevance_that_is_no_whole_number(tmp_path: Path) -> None:
    qrels = put(tmp_path / "q.txt", "A 0 a01 1.5\n")
    with pytest.raises(evalsql.InputError, match=r"and the judgments have 1.5; name the gain of each level"):
        evalsql.evaluate(RUN, str(qrels), "nDCG(gains='exp')")


def test_gains_of_a_table_that_fall_are_said_once(tmp_path: Path) -> None:
    rows = "".join(f"{query},{level},{4 - level}\n" for query in "AE" for level in (1, 2, 3))
    table = put(tmp_path / "g.csv", f"query_id,relevance,gain\n{rows}")
    evaluation = evalsql.Evaluation(RUN, QRELS, gains=str(table))
    evaluation.score(["nDCG", "CG", "DCG@10"])
    said = [problem.text for problem in evaluation.warnings]
    assert said == ["the gains: relevance 1 gains 3 and relevance 2 only 2; the ideal ranking goes by gain"]


def test_queries_that_gain_nothing_are_said(tmp_path: Path) -> None:
    run, judged = {query: {"d1": 2.0, "d2": 1.0} for query in "ABC"}, {query: {"d1": 1, "d2": 0} for query in "ABC"}
    table = put(tmp_path / "g.csv", "query_id,relevance,gain\nA,1,2\nB,1,0\nC,1,0\n")
    column = put(tmp_path / "q.csv", "query_id,doc_id,relevance,gain\nA,d1,1,2\nB,d1,1,0\nC,d1,1,0\nC,d2,1,0\n")
    for qrels, gains in ((judged, str(table)), (str(column), None)):
        evaluation = evalsql.Evaluation(run, qrels, gains=gains)
        assert [row[3] for row in evaluation.score("nDCG").fetchall()] == [1, 0, 0]
        said = "2 queries whose relevant documents all gain 0, so that measures by gain score 0 (first: B)"
        assert [problem.text for problem in evaluation.warnings] == [said]
    assert evalsql.Evaluation(run, judged).warnings == []


def judged_with_gains(tmp_path: Path, *rows: str) -> str:
    """A file of judgments of query A that have a gain and a subtopic."""
    return str(put(tmp_path / "q.csv", ["query_id,doc_id,relevance,gain,subtopic", *(f"A,{row}" for row in rows)]))


def test_a_table_of_gains_goes_before_those_of_the_judgments(tmp_path: Path) -> None:
    qrels = judged_with_gains(tmp_path, "a01,1,7,1", "a02,2,5,1")
    table = put(tmp_path / "g.csv", "query_id,relevance,gain\nA,2,100\n")
    assert evalsql.Evaluation(RUN, qrels, gains=str(table)).score("CG").fetchall()[0][3] == 7 + 100


def test_of_a_document_judged_twice_the_gain_of_its_best_relevance_counts(tmp_path: Path) -> None:
    qrels = judged_with_gains(tmp_path, "a01,1,9,1", "a01,2,3,2")
    assert evalsql.Evaluation(RUN, qrels).score("CG").fetchall()[0][3] == 3


def test_documents_of_one_relevance_may_have_different_gains_without_a_warning(tmp_path: Path) -> None:
    evaluation = evalsql.Evaluation(RUN, judged_with_gains(tmp_path, "a01,1,5,1", "a02,1,2,1"))
    assert evaluation.score("CG").fetchall()[0][3] == 7
    assert "gains that fall" not in [problem.kind for problem in evaluation.warnings]


@pytest.mark.filterwarnings("ignore:the judgments are by subtopic")
@pytest.mark.parametrize(("name", "value"), [("nDCG", 0), ("nCG", 0), ("AvgPos@2", 0), ("Dsharp_nDCG", 0.5)])
def test_where_nothing_that_is_judged_gains_anything_there_is_no_share(tmp_path: Path, name: str, value: float) -> None:
    run = put(tmp_path / "a.run", ["q1 Q0 d1 1 1 a"])
    qrels = put(tmp_path / "q.csv", ["query_id,doc_id,relevance,subtopic", "q1,d1,1,x"])
    name, at, cutoff = name.partition("@")
    # I-rec, which is half of Dsharp_nDCG, is of subtopics that are met, whatever they gain
    assert evalsql.evaluate(run, qrels, f"{name}(gains='0-0-1'){at}{cutoff}").fetchall()[0][-1] == value


def test_where_queries_gain_differently_the_warning_names_the_lowest_gain(tmp_path: Path) -> None:
    rows = "".join(f"q{each},a,1,5\nq{each},b,2,{4 - each % 3}\n" for each in range(40))
    qrels = put(tmp_path / "q.csv", f"query_id,doc_id,relevance,gain\n{rows}")
    with pytest.warns(UserWarning, match="relevance 1 gains 5 and relevance 2 only 2"):
        evalsql.evaluate({f"q{each}": {"a": 1.0} for each in range(40)}, str(qrels), "nDCG")
