"""Two columns that may be the same of ours are refused, whatever holds them, and --columns says which is meant."""

import in_process
import pandas as pd
import pyarrow as pa
import pytest
from refused import refusal
from tiny import read, unread
from written import as_csv, as_jsonl, put

from evalsql import InputError, evaluate
from evalsql.inputs.ambiguous import as_given

RUN, QRELS = {"q1": {"a": 2.0, "b": 1.0}}, {"q1": {"a": 1}}
WRITERS = {
    "file.csv": lambda table, path: put(path, as_csv(table)),
    "file.tsv": lambda table, path: put(path, as_csv(table, "\t")),
    "file.jsonl": lambda table, path: put(path, as_jsonl(table)),
    "file.parquet": lambda table, path: put(path, table),
    "arrow": lambda table, path: table,
    "pandas": lambda table, path: pd.DataFrame(
        [list(row) for row in zip(*table, strict=True)], columns=table.schema.names
    ),
}


def table(*names: str, rows: tuple = (("q1", "words", "a", 2.0),)) -> pa.Table:
    return pa.table([pa.array(column) for column in zip(*rows, strict=True)], names=list(names))


def either(one: str, other: str, ours: str, kind: str = "runs", best: str | None = None) -> str:
    choice, best = f"{kind}.{ours}", best or one
    return (
        f"has columns {one} and {other}, and either may be {ours}; say which, such as --columns {choice}={best}"
        f" (in Python: columns={{'{choice}': '{best}'}})"
    )


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize(
    ("one", "other", "best"),
    [
        ("query_id", "qid", "query_id"),
        ("query_id", "Query_ID", "query_id"),
        ("Query-ID", "query_id", "Query-ID"),
        ("query", "qid", "qid"),
    ],
)
def test_two_columns_that_may_be_the_query(tmp_path, form, one, other, best):
    given = WRITERS[form](table(one, other, "doc_id", "score"), tmp_path / form)
    assert unread(given).partition(": ")[2] == either(one, other, "query_id", best=best)
    for chosen, found in ((one, "q1"), (other, "words")):
        ((_, *row),) = read(given, columns={"runs.query_id": chosen})
        assert row == [found, "a", (2.0).hex()]


@pytest.mark.parametrize("form", ["file.csv", "file.parquet", "arrow", "pandas"])
def test_one_name_twice(tmp_path, form):
    given = table("query_id", "query_id", "doc_id", "score")
    if form == "file.csv":
        given = put(tmp_path / form, "query_id,query_id,doc_id,score\nq1,words,a,2.0\n")
    elif form == "pandas":
        given = pd.DataFrame([["q1", "words", "a", 2.0]], columns=given.schema.names)
    elif form == "file.parquet":
        given = put(tmp_path / form, given)
    said = "has two columns query_id; rename one of them, or leave it out"
    assert refusal(given, QRELS).partition(": ")[2] == said
    assert refusal(given, QRELS, columns={"runs.query_id": "query_id"}).partition(": ")[2] == said


@pytest.mark.parametrize(
    ("names", "one", "other", "ours"),
    [
        (("query_id", "doc_id", "relevance", "label"), "relevance", "label", "relevance"),
        (("query_id", "docid", "document_id", "rel"), "docid", "document_id", "doc_id"),
        (("query_id", "doc_id", "rel", "Rel"), "rel", "Rel", "relevance"),
    ],
)
def test_two_columns_of_judgments(names, one, other, ours):
    given = table(*names, rows=(("q1", "a", 1, 0),))
    said = either(one, other, ours, "qrels")
    assert refusal(RUN, given) == f"frame 1 of the judgments: {said}"


def test_two_columns_that_may_name_runs():
    given = table("query_id", "doc_id", "score", "run", "system", rows=(("q1", "a", 1.0, "x", "y"),))
    assert refusal(given, QRELS) == f"frame 1 of the runs: {either('run', 'system', 'run')}"
    ((run, *_),) = evaluate(given, QRELS, "AP", columns={"run": "system"}).fetchall()
    assert run == "y"


def test_what_is_not_ambiguous():
    beside = table("qid", "query", "docid", "docno", "rank", "score", rows=(("q1", "words", 7, "a", 0, 2.0),))
    assert evaluate(beside, QRELS, "AP").fetchall() == [("run", "q1", "AP", 1)]  # PyTerrier's names
    both = table("query_id", "doc_id", "score", "label", rows=(("q1", "a", 2.0, 0), ("q1", "b", 1.0, 1)))
    assert evaluate(both, both, "RR").fetchall() == [("run", "q1", "RR", 0.5)]
    numbered = table("query_id", "doc_id", "score", "score_1", rows=(("q1", "a", 2.0, 0.5),))
    assert evaluate(numbered, QRELS, "AP").fetchall() == [("run", "q1", "AP", 1)]
    weaker = table("query_id", "user_id", "doc_id", "score", "run", "model", rows=(("q1", "u", "a", 2.0, "x", "m"),))
    assert evaluate(weaker, QRELS, "AP").fetchall() == [("x", "q1", "AP", 1)]
    other = table("query_id", "doc_id", "score", "note", "Note", rows=(("q1", "a", 2.0, "x", "y"),))
    assert evaluate(other, QRELS, "AP").fetchall() == [("run", "q1", "AP", 1)]


def test_names_as_the_source_has_them():
    assert as_given(["a", "A_1", "b_2"], lambda: {"a", "A", "b_2"}) == ["a", "A", "b_2"]
    assert as_given(["a", "a_1"], lambda: {"a", "a_1"}) == ["a", "a_1"]
    assert as_given(["x_1", "y"], lambda: pytest.fail("was asked for")) == ["x_1", "y"]


def test_queries_and_scores(tmp_path):
    queries = table("query_id", "qid", "kind", rows=(("q1", "7", "long"),))
    with pytest.raises(InputError, match="has columns query_id and qid, and either may be query_id"):
        evaluate(RUN, QRELS, "AP", slices=queries)
    attribute = table("query_id", "user_id", "topic", rows=(("q1", "u", "news"),))
    assert len(evaluate(RUN, QRELS, "AP", slices=attribute).fetchall()) == 2
    path = put(tmp_path / "q.jsonl", as_jsonl(queries))
    assert evaluate(RUN, QRELS, "AP", slices=path, columns={"queries.query_id": "query_id"}).fetchall()
    scores = table("run", "query_id", "metric", "value", "Value", rows=(("a", "q1", "AP", 1.0, 2.0),))
    put(tmp_path / "s.parquet", scores)
    said = in_process.refusal("compare", tmp_path / "s.parquet")
    assert said.endswith(either("value", "Value", "value", "scores"))
