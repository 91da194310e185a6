"""SVMlight text of learners to rank: judgments, and runs where a prediction stands before each line."""

from pathlib import Path

import numpy as np
import pytest
from in_process import invoke, refusal
from tiny import read, unread
from written import put

import evalsql

LINES = ["# of two queries", "2 qid:1 1:0.5 # docid = x", "0 qid:1 1:0.1", "", "1 qid:b 1:3", "0\tqid:b"]


def pasted(predictions: list[str], lines: list[str]) -> str:
    """What paste writes."""
    return "".join(f"{one} {line}\n" for one, line in zip(predictions, lines, strict=True))


@pytest.mark.parametrize("name", ["x.svm", "x.libsvm", "x.txt", "x"])
def test_lines_are_documents(tmp_path, name):
    path = put(tmp_path / name, "\n".join(LINES))
    judged = [("1", "2", 2.0), ("1", "3", 0.0), ("b", "5", 1.0), ("b", "6", 0.0)]
    assert read(path, "qrels") == [(None, query, doc, value.hex()) for query, doc, value in judged]
    rows = [*LINES[1:3], *LINES[4:]]
    path = put(tmp_path / name, pasted(["0.25", "-1e-3", "7", "+.5"], rows))
    assert [row[1:] for row in read(path)] == [
        ("1", "1", (0.25).hex()),
        ("1", "2", (-0.001).hex()),
        ("b", "3", (7.0).hex()),
        ("b", "4", (0.5).hex()),
    ]


@pytest.mark.filterwarnings("ignore:.*without a document that is judged relevant")
def test_values_are_those_of_the_same_arrays(tmp_path):
    random = np.random.default_rng(3)
    sizes = random.integers(1, 9, 30)
    labels, scores = random.integers(0, 4, sizes.sum()), random.random(sizes.sum())
    queries = np.repeat(np.arange(1, len(sizes) + 1), sizes)
    lines = [f"{label} qid:{query} 1:0.5" for label, query in zip(labels, queries, strict=True)]
    judged = put(tmp_path / "test.svm", "\n".join(lines))
    run = put(tmp_path / "run.svm", pasted(list(map(repr, map(float, scores))), lines))
    found = {row[1:] for row in evalsql.evaluate(run, judged, ["nDCG@3", "AP"]).fetchall()}
    assert found == {row[1:] for row in evalsql.evaluate_groups(scores, labels, sizes, ["nDCG@3", "AP"]).fetchall()}


def test_what_is_no_such_line_is_refused(tmp_path):
    judged = str(put(tmp_path / "test.svm", "1 qid:1 1:2\n"))
    assert unread(judged) == (
        f"{judged}, line 1: prediction label qid:query was expected; paste -d' ' PREDICTIONS {judged} writes"
        " predictions before lines"
    )
    for text, said in {
        "1 qid:1\n1 1:2\n": ", line 2: label qid:query was expected",
        "1 qid:1\nx qid:1\n": ", line 2: relevance is 'x'; a number was expected",
        "1 qid:\n": ", line 1: label qid:query was expected",
        "# nothing\n": ": holds no rows, where judgments were expected",
    }.items():
        path = str(put(tmp_path / "x.svm", text))
        assert unread(path, "qrels") == path + said
    Path(path).write_bytes(b"1 qid:\xff\n")
    assert unread(path, "qrels") == f"{path}: not UTF-8 text"
    assert refusal("compare", judged) == f"{judged}: is SVMlight text, which holds runs or judgments"
    chosen = refusal("evaluate", judged, "--qrels", judged, "--columns", "runs.score=x")
    assert "SVMlight text has no column names" in chosen
    assert invoke("evaluate", str(tmp_path / "none.svm"), "--qrels", judged).exit_code
