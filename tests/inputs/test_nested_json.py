"""JSON as pytrec_eval and ranx write it, {query: {document: score}}, is a run or judgments."""

import json

import duckdb
import pytest
from refused import refusal
from written import put

from evalsql import InputError, evaluate
from evalsql.database.link import link, linkable

RUN, QRELS = {"q1": {"d1": 1.2, "d2": 2}, "q2": {"d1": 1}}, {"q1": {"d1": 1}, "q2": {"d1": 1}}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("name", ["bm25.json", "bm25"])
def test_a_run_is_named_by_its_file(tmp_path, name, indent):
    run = put(tmp_path / name, json.dumps(RUN, indent=indent))
    qrels = put(tmp_path / "qrels.json", json.dumps(QRELS))
    assert evaluate(run, qrels, "RR").fetchall() == [("bm25", "q1", "RR", 0.5), ("bm25", "q2", "RR", 1)]


def test_it_stands_beside_other_json(tmp_path):
    nested = put(tmp_path / "nested.json", json.dumps(RUN))
    rows = [{"query_id": q, "doc_id": d, "score": s} for q, docs in RUN.items() for d, s in docs.items()]
    flat = put(tmp_path / "flat.json", json.dumps(rows))
    assert len({row[0] for row in evaluate([nested, flat], QRELS, "RR").fetchall()}) == 2


def test_lines_that_begin_alike_are_lines(tmp_path):
    lines = [json.dumps({"meta": {"a": 1}, "query_id": "q1", "doc_id": doc, "score": 1}) for doc in ("d1", "d3")]
    rows = evaluate(put(tmp_path / "lines.json", lines), {"q1": {"d3": 1}}, "RR").fetchall()
    assert rows == [("lines", "q1", "RR", 1)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"q1": {"d1": "x"}}', "r.json, query q1, document d1: score is 'x'; a number was expected"),
        ('{"q1": {"d1": 1, "d1": 2}}', "r.json: 'd1' appears twice in one object of JSON"),
        ('{"q1": {"d1": 1}, "q1": {"d2": 2}}', "r.json: 'q1' appears twice in one object of JSON"),
        ('{"q1": {"d1": NaN}}', "score is not a number (nan); a finite number was expected"),
        ('{"q1": {}}', "r.json: holds no rows, where a run was expected"),
        ('{"q1": {"d1": 1}, "q2": {', "r.json, line 1: not JSON"),
        ('{"q1": {"d1": 1}, "q2": 3}', "r.json: no column query_id"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, text, said):
    assert said in refusal(put(tmp_path / "r.json", text), QRELS)


def test_it_has_no_names_of_columns_and_no_links(tmp_path):
    run = put(tmp_path / "r.json", json.dumps(RUN))
    assert "r.json: such JSON has no names of columns" in refusal(run, QRELS, columns={"runs.run": "a"})
    with pytest.raises(InputError, match="cannot be linked, since it is"):
        link(duckdb.connect(), linkable(str(run), "runs"), "runs", "auto")
