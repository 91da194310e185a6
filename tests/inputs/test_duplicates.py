"""Documents that appear twice: which of their rows counts, over every kind of input, and what is said of the others."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from in_process import invoke
from written import put

from evalsql import Evaluation, InputError, evaluate
from evalsql.spark.plan import refuse_unknown

ROWS = [("q1", "a", 2.0), ("q1", "b", 3.0), ("q1", "a", 5.0), ("q1", "b", 3.0), ("q2", "c", 1.0), ("q1", "a", 1.0)]
RUN = pd.DataFrame(ROWS, columns=["query_id", "doc_id", "score"])
QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 1}}
KEPT: dict[str, dict[str, list[tuple[str, float]]]] = {
    "first": {"q1": [("b", 3), ("a", 2)], "q2": [("c", 1)]},
    "last": {"q1": [("b", 3), ("a", 1)], "q2": [("c", 1)]},
    "best": {"q1": [("a", 5), ("b", 3)], "q2": [("c", 1)]},
    "sum": {"q1": [("a", 8), ("b", 6)], "q2": [("c", 1)]},
}
TREC = "".join(f"{query} Q0 {document} {rank} {score} x\n" for rank, (query, document, score) in enumerate(ROWS, 1))
MERGED = "; {} rows of documents that appear twice merged"


def kept(given: Any, how: Any) -> tuple[dict[str, dict[str, list]], Evaluation]:
    """What is retrieved by each run for each query, in order."""
    evaluation = Evaluation(given, QRELS, measures=["RR"], whole=True, duplicates=how)
    rows = evaluation.connection.execute(
        "select run, query_id::varchar, doc_id, score from evalsql_retrieved order by run asc, query_id asc, rank asc"
    ).fetchall()
    found: dict[str, dict[str, list]] = {}
    for run, query, document, score in rows:
        found.setdefault(run, {}).setdefault(query, []).append((document, score))
    return found, evaluation


def write(frame: pd.DataFrame, path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    if path.suffix == ".csv":
        frame.to_csv(path, index=False)
    elif path.suffix == ".jsonl":
        frame.to_json(path, orient="records", lines=True)
    else:
        frame.to_parquet(path)
    return path


@pytest.mark.parametrize("how", KEPT)
def test_one_row_of_a_document_counts_in_every_kind_of_input_and_in_the_parts_of_a_run(tmp_path, how):
    given: dict[str, Any] = {"frame": RUN, "trec": put(tmp_path / "x.run", TREC)}
    for form in ("csv", "jsonl", "parquet"):
        given[form] = write(RUN, tmp_path / f"x.{form}")
        for number, row in enumerate(RUN.itertuples(index=False)):
            write(pd.DataFrame([row]), tmp_path / f"parts of {form}" / f"{number}.{form}")
        given[f"parts of {form}"] = tmp_path / f"parts of {form}"
    found, evaluation = kept(given, how)
    assert {run: rows for run, rows in found.items() if rows != KEPT[how]} == {}
    assert found.keys() == given.keys()
    assert str(evaluation.coverage).endswith(MERGED.format(3 * len(given)))
    assert {each.kind for each in evaluation.warnings} <= {"rank contradicts score"}  # of the TREC text


def test_runs_of_two_arguments_are_not_merged(tmp_path):
    for name in "ab":
        RUN.assign(run="x").to_parquet(tmp_path / f"{name}.parquet")
    with pytest.raises(InputError, match=r"a.parquet and .*b.parquet both hold a run called x"):
        kept([str(tmp_path / f"{name}.parquet") for name in "ab"], "first")


def test_rows_that_are_the_same():
    alike = RUN.drop(index=[2, 5])
    assert kept(alike, "same")[0] == {"run": KEPT["first"]}
    with pytest.raises(InputError, match="document a appears twice for query q1"):
        kept(RUN, "same")
    with pytest.raises(InputError, match="'evalsql evaluate --duplicates best' keeps the one of the highest score"):
        kept(RUN, "refuse")


def test_judgments_that_appear_twice(tmp_path):
    qrels = put(tmp_path / "q.txt", "q1 0 a 0\nq1 0 b 1\nq1 0 a 2\nq1 0 a 1\nq2 0 c 1\n")
    run = {"q1": {"a": 1.0}}
    for how, gain in {"first": 0, "last": 1, "best": 2}.items():
        assert Evaluation(run, qrels, measures=["CG@1"], duplicates=how).score("CG@1").fetchall()[0][-1] == gain
    for how in ("refuse", "same", "sum"):
        with pytest.raises(InputError, match="document a is judged twice for query q1"):
            evaluate(run, qrels, "CG@1", duplicates=how)
    with pytest.raises(
        InputError, match=r"'evalsql evaluate --duplicates best' keeps the one of the highest relevance$"
    ):
        evaluate(run, qrels, "CG@1")
    # two judgments of two files are not merged
    with pytest.raises(InputError, match=r"with relevance 1 and 0$"):
        evaluate(run, [qrels, put(tmp_path / "p.txt", "q1 0 a 1\n")], "CG@1")
    # documents of several subtopics are not judged twice
    nuggets = put(tmp_path / "n.txt", "q1 1 a 1\nq1 2 a 1\nq1 2 a 0\nq1 1 b 1\n")
    assert (
        evaluate({"q1": {"a": 1.0}}, nuggets, "STRecall@1", duplicates="best", subtopics="yes").fetchall()[0][-1] == 1
    )


def test_what_is_wrong_is_refused_all_the_same(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "q.txt", "q1 0 a 1\n")
    for text, said in {
        "q1,a,3\nq1,a,x\n": "row 2 after the header: score is 'x'; a number was expected",
        "q1,a,x\nq1,a,3\n": "row 1 after the header: score is 'x'; a number was expected",
        "q1,,3\nq1,,4\n": "row [12] after the header: doc_id is null; every row must have one",
    }.items():
        put(tmp_path / "a.csv", f"query_id,doc_id,score\n{text}")
        for how in KEPT:
            with pytest.raises(InputError, match=said):
                Evaluation("a.csv", "q.txt", measures=["RR"], duplicates=how)
    put(tmp_path / "a.csv", "query_id,doc_id,score\nq1,a,3\nq1,a,3\n")
    shown = invoke("evaluate", "a.csv", "--qrels", "q.txt", "-m", "RR", "--duplicates", "same", "--format", "json")
    assert '"merged": 1' in shown.stdout
    with pytest.raises(InputError, match="Spark refuses a document that appears twice for a query"):
        refuse_unknown({"duplicates": "best"})
