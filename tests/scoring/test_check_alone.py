"""Runs are checked before there are judgments: alone, beside a list of queries, and beside a corpus."""

import pytest
from in_process import invoke, refusal
from written import put

from evalsql import InputError, check

RUN = "q1 Q0 d1 1 3 x\nq1 Q0 d9 2 2 x\nq3 Q0 d1 1 3 x\n"


def said(*arguments: str) -> list[str]:
    return invoke("check", *arguments).stdout.splitlines()


def test_runs_are_checked_without_judgments(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.run", RUN)
    assert said("a.run") == ["no problems"]
    put(tmp_path / "bad.run", "q1 Q0 d1 1 3 x\nq1 Q0 d1 2 2 x\nq2 Q0 d1 1\n")
    lines = said("bad.run")
    assert "line 3: 4 fields" in lines[0]
    assert "document d1 appears twice for query q1" in lines[1]
    assert [each.kind for each in check("bad.run")] == ["bad runs", "retrieved twice"]
    assert "weights are of the subtopics of judgments" in refusal("check", "a.run", "--weights", "w.csv")
    with pytest.raises(InputError, match="no judgments were given"):
        check("a.run", weights={"q1": {"1": 1.0}})
    shown = invoke("check", "a.run", "--subtopics", "yes")
    assert "--subtopics changes nothing: there are no judgments" in shown.stderr


def test_queries_and_documents_that_there_should_be(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.run", RUN)
    put(tmp_path / "topics.tsv", "q1\twhat\nq2\twhy\n")
    put(tmp_path / "corpus.csv", "doc_id\nd1\nd2\n")
    put(tmp_path / "q.txt", "q1 0 d7 1\nq1 0 d1 1\n")
    listed = [
        "warning: 1 listed query without results in 1 run (first: run a, query q2)",
        "warning: 1 query of 1 run not in the list of queries (first: q3)",
    ]
    corpus = ["warning: 1 document of the runs not in the corpus (first: d9 of query q1)"]
    assert said("a.run", "--queries", "topics.tsv") == [*listed, "0 errors, 2 warnings"]
    assert said("a.run", "--corpus", "corpus.csv") == [*corpus, "0 errors, 1 warning"]
    assert said("a.run", "--queries", "topics.tsv", "--corpus", "corpus.csv")[:-1] == listed + corpus
    beside = said("a.run", "--qrels", "q.txt", "--corpus", "corpus.csv")
    assert "warning: 1 document of the judgments not in the corpus (first: d7 of query q1)" in beside
    assert check("a.run", queries=["q1", "q3"], corpus="corpus.csv")[0].kind.startswith("documents")
