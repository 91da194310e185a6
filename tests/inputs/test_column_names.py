"""Columns go by many names, their numbers are read in full, and the best relevance of several subtopics counts."""

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from places import FIXTURES
from tiny import MEASURES, read
from written import ALL_FORMATS, put

from evalsql import Evaluation

TRACK = FIXTURES / "track"
NAMES = {
    "query_id": ["query_id", "qid", "q_id", "query-id", "topic", "topic_id", "query", "queryid"],
    "doc_id": ["doc_id", "docno", "docid", "doc-id", "document_id", "passage_id", "corpus-id", "pid", "did"],
    "score": ["score", "sim", "similarity"],
    "run": ["run", "run_id", "run_name", "runid", "system", "tag"],
    "relevance": ["relevance", "rel", "label", "grade", "judgment", "judgement"],
    "subtopic": ["subtopic", "intent", "aspect", "nugget", "iteration", "iter"],
}
ROWS = {
    "runs": ["query_id,doc_id,score,run", "1,a,2.5,x", "1,b,7,y"],
    "qrels": ["query_id,doc_id,relevance,subtopic", "1,a,3,s", "1,a,1,t"],
}
READ = {
    "runs": [("x", "1", "a", (2.5).hex()), ("y", "1", "b", (7.0).hex())],
    "qrels": [(None, "1", "a", (1.0).hex()), (None, "1", "a", (3.0).hex())],  # of a document that has two subtopics
}


@pytest.mark.parametrize(("ours", "name"), [(ours, name) for ours, names in NAMES.items() for name in names])
def test_a_column_goes_by_many_names(tmp_path: Path, ours: str, name: str) -> None:
    for kind, (header, *rows) in ROWS.items():
        if ours in header.split(","):
            renamed = ",".join(name if each == ours else each for each in header.split(","))
            assert read(put(tmp_path / "t.csv", [renamed, *rows]), kind) == READ[kind]


@pytest.mark.parametrize("write", [str.upper, str.title, " {} ".format, lambda name: name.replace("_", "-")])
def test_the_names_of_columns_may_be_spelled_in_many_ways(tmp_path: Path, write: Callable[[str], str]) -> None:
    for kind, (header, *rows) in ROWS.items():
        assert read(put(tmp_path / "t.csv", [",".join(map(write, header.split(","))), *rows]), kind) == READ[kind]


def test_a_score_beside_the_relevance_is_a_run_s(tmp_path: Path) -> None:
    found = read(put(tmp_path / "q.csv", ["score,rel,qid,docno", "1,0,1,b", "0,1,1,a"]), "qrels")
    assert found == [(None, "1", "a", (1.0).hex()), (None, "1", "b", (0.0).hex())]


WRITTEN = ["1.", ".5", "+1", "1e3", "-2E-1", "1e-400", "-0", "00012", "123456789012345678901234567890"]


@pytest.mark.parametrize("name", ["r.run", "r.csv", "r.jsonl"])
def test_a_score_may_be_written_in_any_usual_way(tmp_path: Path, name: str) -> None:
    line = {
        "r.run": "q Q0 {0} 1 {1} r\n",
        "r.csv": "q,{0},{1}\n",
        "r.jsonl": '{{"qid": "q", "docid": "{0}", "score": "{1}"}}\n',
    }[name]
    text = "query_id,doc_id,score\n" * (name == "r.csv") + "".join(line.format(f"d{s}", s) for s in WRITTEN)
    expected = sorted(("r", "q", f"d{score}", (float(score) + 0.0).hex()) for score in WRITTEN)
    assert read(put(tmp_path / name, text)) == expected


def test_a_score_keeps_all_its_digits_and_decides_in_every_format(tmp_path: Path) -> None:
    # 0.1 + 0.2 is one bit more than 0.3; were they equal, the id would put d2 first
    given = []
    for name, write in ALL_FORMATS.items():
        rows = {"run": [name] * 2, "query_id": ["q"] * 2, "doc_id": ["d1", "d2"], "score": [0.1 + 0.2, 0.3]}
        given.append(put(tmp_path / f"r.{name}", write(pa.table(rows))))
    assert {row[3] for row in Evaluation(given, {"q": {"d1": 1}}).score("AP").fetchall()} == {1}


def test_relevance_may_be_a_real_number_and_is_not_cut_to_an_integer(tmp_path: Path) -> None:
    qrels = put(tmp_path / "q.txt", "q 0 a 0.5\nq 0 b 0\n")
    runs = put(tmp_path / "r.run", "q Q0 a 2 1 x\nq Q0 b 1 2 x\n")
    found = Evaluation(runs, qrels).score(["nDCG", "AP(rel=0.5)", "AP(rel=1)"]).fetchall()
    assert [round(row[-1], 4) for row in found] == [0.6309, 0.5, 0]


def test_a_document_judged_for_several_subtopics_counts_with_its_best_relevance() -> None:
    whole = Evaluation(TRACK / "runs.parquet", TRACK / "qrels.parquet").score(MEASURES).fetchall()
    assert Evaluation(TRACK / "runs.parquet", TRACK / "subtopics.parquet").score(MEASURES).fetchall() == whole
