"""Columns go by many names, their numbers are read in full, and the best relevance of several subtopics counts."""

import pyarrow as pa
import pytest
from places import FIXTURES
from tiny import MEASURES, average_precision
from written import ALL_FORMATS, put

from evalsql import Evaluation

TRACK = FIXTURES / "track"
QUERY_NAMES = ["query_id", "qid", "q_id", "query-id", "topic", "topic_id", "query", "queryid"]
DOC_NAMES = ["doc_id", "docno", "docid", "doc-id", "document_id", "passage_id", "corpus-id", "pid", "did"]


@pytest.mark.quick(4)
@pytest.mark.parametrize("query", QUERY_NAMES)
def test_the_query_goes_by_many_names(tmp_path, query):
    runs = put(tmp_path / "r.csv", f"{query},doc_id,score\n1,d,1\n")
    assert average_precision(runs, put(tmp_path / "q.csv", f"{query},doc_id,relevance\n1,d,1\n")) == {("r", "1"): 1}


@pytest.mark.quick(4)
@pytest.mark.parametrize("doc", DOC_NAMES)
def test_the_document_goes_by_many_names(tmp_path, doc):
    runs = put(tmp_path / "r.csv", f"query_id,{doc},score\n1,d,1\n")
    assert average_precision(runs, put(tmp_path / "q.csv", f"query_id,{doc},relevance\n1,d,1\n")) == {("r", "1"): 1}


@pytest.mark.parametrize("score", ["score", "sim", "similarity"])
def test_the_score_goes_by_many_names(tmp_path, score):
    runs = put(tmp_path / "r.csv", f"query_id,doc_id,{score}\n1,a,1\n1,b,2\n")
    assert average_precision(runs, put(tmp_path / "q.txt", "1 0 a 1\n")) == {("r", "1"): 0.5}


@pytest.mark.quick(3)
@pytest.mark.parametrize("run", ["run", "run_id", "run_name", "runid", "system", "tag"])
def test_the_run_goes_by_many_names(tmp_path, run):
    runs = put(tmp_path / "r.csv", f"query_id,doc_id,score,{run}\n1,a,1,bm25\n")
    assert average_precision(runs, put(tmp_path / "q.txt", "1 0 a 1\n")) == {("bm25", "1"): 1}


@pytest.mark.quick(3)
@pytest.mark.parametrize("relevance", ["relevance", "rel", "label", "grade", "judgment", "judgement"])
def test_the_relevance_goes_by_many_names(tmp_path, relevance):
    qrels = put(tmp_path / "q.csv", f"query_id,doc_id,{relevance}\n1,a,0\n1,b,1\n")
    assert average_precision(put(tmp_path / "r.run", "1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n"), qrels) == {("r", "1"): 0.5}


@pytest.mark.quick(3)
@pytest.mark.parametrize("subtopic", ["subtopic", "intent", "aspect", "nugget", "iteration", "iter"])
def test_the_subtopic_goes_by_many_names(tmp_path, subtopic):
    qrels = put(tmp_path / "q.csv", f"query_id,doc_id,relevance,{subtopic}\n1,a,0,x\n1,a,1,y\n")
    assert average_precision(put(tmp_path / "r.run", "1 Q0 a 1 2 x\n"), qrels) == {("r", "1"): 1}


@pytest.mark.parametrize("write", [str.upper, str.title, " {} ".format, lambda name: name.replace("_", "-")])
def test_the_names_of_columns_may_be_spelled_in_many_ways(tmp_path, write):
    names = [
        ",".join(map(write, names)) for names in (("query_id", "doc_id", "score"), ("q_id", "doc_no", "relevance"))
    ]
    runs = put(tmp_path / "r.csv", f"{names[0]}\n1,d,1\n")
    assert average_precision(runs, put(tmp_path / "q.csv", f"{names[1]}\n1,d,1\n")) == {("r", "1"): 1}


def test_a_score_beside_the_relevance_is_a_run_s(tmp_path):
    runs = put(tmp_path / "r.run", "1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n")
    qrels = put(tmp_path / "q.csv", "score,rel,qid,docno\n1,0,1,b\n0,1,1,a\n")
    assert average_precision(runs, qrels) == {("r", "1"): 1}


def test_a_score_keeps_all_its_digits_in_every_format(tmp_path):
    """0.1 + 0.2 is one bit more than 0.3. Were they equal, the id would put d2 first."""
    runs = pa.table({"run": ["r"] * 2, "query_id": ["q"] * 2, "doc_id": ["d1", "d2"], "score": [0.1 + 0.2, 0.3]})
    qrels = put(tmp_path / "qrels.txt", "q 0 d1 1\n")
    for name, write in ALL_FORMATS.items():
        assert average_precision(put(tmp_path / f"r.{name}", write(runs)), qrels) == {("r", "q"): 1}, name


@pytest.mark.quick(5)
@pytest.mark.parametrize(
    "score", ["1.", ".5", "+1", "1e3", "-2E-1", "1e-400", "-0", "00012", "123456789012345678901234567890"]
)
@pytest.mark.parametrize("name", ["r.run", "r.csv", "r.jsonl"])
def test_a_score_may_be_written_in_any_usual_way(tmp_path, name, score):
    below = float(score) - 1e15
    text = {
        "r.run": f"q Q0 a 1 {below!r} x\nq Q0 b 2 {score} x\n",
        "r.csv": f"query_id,doc_id,score\nq,a,{below!r}\nq,b,{score}\n",
        "r.jsonl": f'{{"qid": "q", "docid": "a", "score": {below!r}}}\n'
        f'{{"qid": "q", "docid": "b", "score": "{score}"}}\n',
    }
    assert average_precision(put(tmp_path / name, text[name]), put(tmp_path / "q.txt", "q 0 b 1\n")) == {("r", "q"): 1}


def test_relevance_may_be_a_real_number_and_is_not_cut_to_an_integer(tmp_path):
    qrels = put(tmp_path / "q.txt", "q 0 a 0.5\nq 0 b 0\n")
    runs = put(tmp_path / "r.run", "q Q0 a 2 1 x\nq Q0 b 1 2 x\n")
    found = Evaluation(runs, qrels).score(["nDCG", "AP(rel=0.5)", "AP(rel=1)"]).fetchall()
    assert [round(row[-1], 4) for row in found] == [0.6309, 0.5, 0]


def test_a_document_judged_for_several_subtopics_counts_with_its_best_relevance():
    whole = Evaluation(TRACK / "runs.parquet", TRACK / "qrels.parquet").score(MEASURES).fetchall()
    assert Evaluation(TRACK / "runs.parquet", TRACK / "subtopics.parquet").score(MEASURES).fetchall() == whole
