"""Dictionaries, ScoredDoc and Qrel objects and runs of ranx give the scores that files give, or are refused."""

from collections import defaultdict, namedtuple
from dataclasses import dataclass, make_dataclass
from decimal import Decimal
from typing import Any

import ir_measures
import numpy as np
import pandas as pd
import pytest
from dataframes import QRELS, RUNS, one_run, rows_only
from refused import refusal
from tiny import FILES, GOOD_FILE, POOR_FILE, QRELS_FILE, all_rows, rows_read

import evalsql
from evalsql import check, evaluate


def nested(frame: pd.DataFrame, number: str) -> dict[str, dict[str, float]]:
    """{query: {document: number}} of a frame."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for query, doc, value in zip(frame["query_id"], frame["doc_id"], frame[number], strict=True):
        found[query][doc] = value
    return dict(found)


JUDGED = nested(QRELS, "relevance")
GOOD, POOR = (nested(one_run(run), "score") for run in ("good", "poor"))
SCORED = [ir_measures.ScoredDoc(query, doc, score) for query, docs in GOOD.items() for doc, score in docs.items()]


class OfRanx:
    """What evalsql sees of a Run or Qrels of ranx."""

    def __init__(self, given: dict, name: str | None) -> None:
        self.given, self.name = given, name

    def to_dict(self) -> dict:
        return self.given

    def to_dataframe(self) -> pd.DataFrame:
        raise NotImplementedError


@dataclass
class Scored:
    query_id: str
    doc_id: str
    score: float


@pytest.mark.parametrize(
    "given",
    [
        GOOD,
        SCORED,
        tuple(SCORED),
        OfRanx(GOOD, None),
        OfRanx(GOOD, "run"),
        [Scored(*each) for each in SCORED],
        [GOOD],
        {"run": GOOD},
        {"run": SCORED},
    ],
    ids=["dict", "list", "tuple", "ranx", "ranx, named", "dataclass", "list of one", "mapping", "mapping of lists"],
)
def test_one_run_gives_the_scores_of_its_file(given):
    assert rows_read(given, QRELS_FILE) == rows_only("good", "run")


def test_what_ir_measures_reads_can_be_read_once():
    run, qrels = ir_measures.read_trec_run(str(GOOD_FILE)), ir_measures.read_trec_qrels(str(QRELS_FILE))
    assert rows_read(run, qrels) == rows_only("good", "run")
    found = check(ir_measures.read_trec_run(str(GOOD_FILE)), ir_measures.read_trec_qrels(str(QRELS_FILE)))
    assert found == check(GOOD, JUDGED)
    assert not [problem for problem in found if problem.level == "error"]


@pytest.mark.parametrize(
    "given",
    [
        {"good": GOOD, "poor": POOR},
        {"good": SCORED, "poor": POOR_FILE},
        {"good": one_run("good"), "poor": POOR},
        [OfRanx(GOOD, "good"), OfRanx(POOR, "poor")],
        [POOR_FILE, OfRanx(GOOD, "good")],
    ],
    ids=["dicts", "records and a file", "a frame and a dict", "ranx", "a file and ranx"],
)
def test_runs_are_named(given):
    assert rows_read(given, JUDGED) == all_rows()


@pytest.mark.parametrize(
    "qrels",
    [JUDGED, OfRanx(JUDGED, None), [ir_measures.Qrel(q, d, r) for q, docs in JUDGED.items() for d, r in docs.items()]],
    ids=["dict", "ranx", "Qrel"],
)
def test_judgments_give_the_scores_of_their_file(qrels):
    assert rows_read(list(FILES[:2]), qrels) == all_rows()


def test_the_iteration_of_qrels_names_subtopics_as_field_2_does():
    subtopics = [("q1", "d1", 1, "1"), ("q1", "d1", 1, "2"), ("q1", "d2", 1, "2")]
    of_datasets = namedtuple("TrecSubQrel", ["query_id", "doc_id", "relevance", "subtopic_id"])
    run = {"q1": {"d1": 2, "d2": 1}}
    with pytest.warns(evalsql.InputWarning, match="treating iterations"):
        by_iteration = evaluate(run, [ir_measures.Qrel(*each) for each in subtopics], "StRecall@1").fetchall()
    assert by_iteration == [("run", "q1", "StRecall@1", 1)]
    assert evaluate(run, [of_datasets(*each) for each in subtopics], "StRecall@1").fetchall() == by_iteration


@pytest.mark.parametrize(
    "number", [2, 2.0, np.float32(2), np.float64(2), np.int32(2), 2**70, Decimal(2), "2"], ids=lambda each: repr(each)
)
def test_numbers_may_be_of_any_type(number):
    run = {"q1": {"a": number, "b": 1.5}}
    assert evaluate(run, {"q1": {"a": 1}}, "RR").fetchall() == [("run", "q1", "RR", 1)]
    assert evaluate(run, {"q1": {"b": 1}}, "RR").fetchall() == [("run", "q1", "RR", 0.5)]


def test_ids_may_be_numbers():
    for ids in ((1, 10), (np.int64(1), np.int64(10)), ("1", 10), (np.str_("1"), "10")):
        run = {ids[0]: {ids[1]: 1.0, "b": 2}}
        assert evaluate(run, {"1": {"10": 1}}, "RR").fetchall() == [("run", "1", "RR", 0.5)]


def test_a_query_without_documents_is_an_empty_ranking():
    run = {"q1": {}, "q2": {"d": 1}}
    with pytest.warns(evalsql.InputWarning, match="1 run/query pair of 1 run has no results"):
        rows = evaluate(run, {"q1": {"d": 1}, "q2": {"d": 1}}, "RR").fetchall()
    assert rows == [("run", "q1", "RR", 0), ("run", "q2", "RR", 1)]


FIT: Any = {"q1": {"d1": 1}}
ROW = ir_measures.ScoredDoc("q1", "d1", 1.0)


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ({}, "no runs were given"),
        ({"a": {}}, "dict 1 of the runs: holds no rows, where a run was expected"),
        (iter([]), "list 1 of the runs: holds no rows, where a run was expected"),
        ({"q1": {"d1": "high"}}, "dict 1 of the runs, query q1, document d1: score is 'high'; a number was expected"),
        ({"a": {"q1": {"d1": None}}}, "a, query q1, document d1: score is null; a number was expected"),
        ({"q1": {"d1": float("nan")}}, "query q1, document d1: score is not a number (nan); a finite number"),
        ({"q1": {"d1": float("inf")}}, "query q1, document d1: score is inf; a finite number was expected"),
        ({"q1": {None: 1}}, "dict 1 of the runs, query q1: doc_id is null; every row must have one"),
        ({"q1": {"": 1}}, "doc_id is empty; every row must have one"),
        ({"q1": {"d1": 1}, "a": {"q1": {"d1": 1}}}, "query a, document q1: score is \"{'d1': 1}\"; a number was"),
        ({"q1": {"d1": 1}, "a": "a.run"}, "'a' has a str, {query_id: {doc_id: score}} was expected throughout"),
        ({"a": {"q1": ["d1"]}}, "a dict cannot be read; give a path, a table"),
        ([ROW, ROW], "document d1 appears twice for query q1 in run run (list 1 of the runs, item 1 and"),
        ([ROW, FIT], "list 1 of the runs, item 2: a dict without query_id, where the first is a ScoredDoc"),
        ([ROW, pd.DataFrame([ROW])], "item 2: a DataFrame without query_id, where the first is a ScoredDoc"),
        ([ROW._replace(score="x")], "list 1 of the runs, item 1: score is 'x'; a number was expected"),
        ([("q1", "d1", 1.0)], "a tuple cannot be read"),
        ([FIT, FIT], 'dict 1 of the runs and dict 2 of the runs have no column run; name them, as in {"bm25": ..., '),
        ({"q1": {"d": 1}, "q2": {"\ud800": 1}}, "runs, query q2: doc_id is '\\ud800', which is no text in UTF-8"),
        ({"q1": {"d": 1}, "q2": {("d", 1): 1}}, "dict 1 of the runs, query q2: doc_id is ('d', 1), a tuple; a text"),
        ([ROW, ROW._replace(doc_id=b"\xff")], "list 1 of the runs, item 2: doc_id is b'\\xff', which is no text"),
        ({"q1": {"d1": True, "d2": 0.5}}, "query q1, document d1: score is 'True'; a number was expected"),
        ({"q1": {}, "q2": {}}, "dict 1 of the runs: holds no rows, where a run was expected"),
    ],
    ids=lambda each: None if isinstance(each, str) else type(each).__name__,
)
def test_what_is_no_run_is_refused(run, said):
    assert said in refusal(run, FIT)


@pytest.mark.parametrize(
    ("qrels", "said"),
    [
        ({}, "no judgments were given"),
        ({"q1": {"d1": "high"}}, "dict 1 of the judgments, query q1, document d1: relevance is 'high'; a number was"),
        ({"q1": {"d1": [1, 2]}}, "a dict cannot be read"),
        ([ROW], "list 1 of the judgments: looks like a run, a list of ScoredDoc, where judgments were expected"),
        ([make_dataclass("Empty", ["query_id", "doc_id"])("q1", "d1")], "no column relevance"),
    ],
    ids=lambda each: None if isinstance(each, str) else type(each).__name__,
)
def test_what_are_no_judgments_is_refused(qrels, said):
    assert said in refusal(FIT, qrels)


def test_judgments_that_are_given_as_a_run_are_said_to_be():
    said = refusal([ir_measures.Qrel("q1", "d1", 1)], FIT)
    assert said.startswith("list 1 of the runs: looks like judgments, where a run was expected")


def test_frames_without_a_name_are_to_be_named():
    frame = one_run("good")
    said = refusal([frame, frame], QRELS_FILE)
    assert said.startswith("frame 1 of the runs and frame 2 of the runs have no column run; name them")
    assert rows_read({"good": frame, "poor": one_run("poor")}, QRELS_FILE) == all_rows()
    assert rows_read([RUNS[RUNS["run"] == "good"], RUNS[RUNS["run"] == "poor"]], QRELS_FILE) == all_rows()


def test_runs_without_judgments_are_no_scores():
    assert "looks like a run, where scores were expected" in str(raised({"a": FIT, "b": FIT}))


def raised(given: Any) -> Exception:
    with pytest.raises(evalsql.InputError) as caught:
        evalsql.compare(given, None, ["RR"])
    return caught.value


def test_gains_and_weights_are_dictionaries_too():
    gains = evaluate({"q1": {"a": 1}}, {"q1": {"a": 2}}, "CG@1", gains={"q1": {2: 5}}).fetchall()
    assert gains == [("run", "q1", "CG@1", 5)]


def test_measures_of_ir_measures_are_read_by_their_text():
    asked = [ir_measures.nDCG @ 10, ir_measures.AP(rel=2), ir_measures.alpha_nDCG @ 5]
    assert [str(each) for each in evalsql.catalog.measure.as_measures(asked)] == [
        "nDCG@10",
        "AP(rel=2)",
        "alpha_nDCG@5",
    ]
    assert evaluate(FIT, FIT, ir_measures.RR).fetchall() == [("run", "q1", "RR", 1)]
    assert str(evalsql.parse_measure("\u03b1_nDCG(\u03b1=0.3)@5")) == "alpha_nDCG(alpha=0.3)@5"
    (judged,) = evaluate(FIT, FIT, ir_measures.nDCG(judged_only=True) @ 10).fetchall()
    assert judged == ("run", "q1", "nDCG(judged_only=True)@10", 1)


@pytest.mark.parametrize("given", [{"q1": {("a", 1): 2.0}}, [ir_measures.ScoredDoc("q1", ("a", 1), 2.0)]])
def test_an_id_that_is_a_tuple_is_refused(given):
    assert "doc_id is ('a', 1), a tuple; a text or a number was expected" in refusal(given, {"q1": {"a": 1}})


def test_two_keys_that_are_one_query_as_text_are_refused():
    assert "two of its keys are '1' as text, as 1 and '1' are" in refusal({1: {"a": 3}, "1": {"b": 2}}, {"1": {"a": 1}})


@pytest.mark.parametrize(
    ("given", "said"), [({"where": 1}, "where must be a text"), ({"where": ["a"]}, "must be a text")]
)
def test_a_condition_is_a_text(given, said):
    with pytest.raises(evalsql.InputError, match=said):
        evaluate({"q": {"a": 1}}, {"q": {"a": 1}}, "AP", **given)


def test_a_baseline_is_a_name():
    runs = {"x": {"q": {"a": 1}}, "y": {"q": {"a": 2}}}
    with pytest.raises(evalsql.InputError, match="baseline must be the name of a run, or several, not 3"):
        evalsql.compare(runs, {"q": {"a": 1}}, "AP", baseline=3)


def test_true_and_false_are_1_and_0_as_in_a_frame() -> None:
    qrels, run = {"q1": {"d1": True, "d2": False}}, {"q1": {"d1": np.False_, "d2": np.True_}}
    rows = [ir_measures.Qrel("q1", doc, rel) for doc, rel in qrels["q1"].items()]
    for judged in (qrels, rows):
        found = {metric: value for *_, metric, value in evaluate(run, judged, ["RR", "NumRel", "NumRet"]).fetchall()}
        assert found == {"RR": 0.5, "NumRel": 1.0, "NumRet": 2.0}
