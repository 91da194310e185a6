"""A public function and its answer: the same rows, as relations with warnings, or as a record."""

import inspect
import warnings

import duckdb
import pytest
from tiny import QRELS, RUNS

import evalsql
from evalsql.answers import Answer, as_relation, as_relations
from evalsql.arguments import with_options
from evalsql.errors import Problem

QUESTIONS = {
    name: each for name in evalsql.__all__ if hasattr(each := getattr(evalsql, name), "answer") and name != "Answer"
}
SEVERAL = {"analyse_queries", "categories", "describe", "explain", "leave_out", "log", "pool", "subsample", "suite"}


def test_every_question_about_scores_and_judgments_has_an_answer_that_takes_the_same() -> None:
    assert QUESTIONS.keys() == {
        *("compare", "discriminate", "correlate", "overlap", "standardize", "sweep", "analyse_queries", "categories"),
        "mean_intervals",
        *("experiment", "gate", "describe", "ideal", "pool", "leave_out", "subsample"),
        *("explain", "log", "reconcile", "suite", "ties"),
    }
    for name, question in QUESTIONS.items():
        said = inspect.signature(question).return_annotation
        several = name in SEVERAL
        assert said == ("dict[str, duckdb.DuckDBPyRelation]" if several else "duckdb.DuckDBPyRelation"), name
        taken, answered = (inspect.signature(each) for each in (question, question.answer))
        assert taken.parameters == with_options(answered).parameters, name
        assert all(each.kind is not each.VAR_KEYWORD for each in taken.parameters.values()), name


@pytest.mark.filterwarnings("ignore:.*(without judgments|(has|have) no results|judged relevant)")
def long_the_relations_are_the_tables_of_the_answer() -> None:
    found = evalsql.sweep.answer(RUNS, QRELS, "RBP", "p=0.5,0.8")
    rows = found.tables["sweep"].to_pylist()
    assert [(row["value"], row["run"], row["place"]) for row in rows] == [
        *(("0.5", "good", 1), ("0.5", "poor", 2), ("0.8", "good", 1), ("0.8", "poor", 2))
    ]
    given = evalsql.sweep(RUNS, QRELS, "RBP", "p=0.5,0.8")
    assert given.fetchall() == [tuple(row.values()) for row in rows]
    assert found.measures == ("RBP(p=0.5)", "RBP")


def test_warnings_point_to_who_asked_and_an_answer_only_has_them() -> None:
    doubtful = Problem("warning", "kind", "odd")
    rows = duckdb.sql("select 1 as a").to_arrow_table()

    def ask(*, connection: duckdb.DuckDBPyConnection | None = None) -> Answer:
        return Answer({"one": rows, "other": rows}, [doubtful])

    for question, fetch in ((as_relation("one")(ask), lambda given: given), (as_relations(ask), lambda g: g["other"])):
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            assert question.answer().problems == [doubtful]
            assert heard == []
            with duckdb.connect() as own:
                assert fetch(question(connection=own)).fetchall() == [(1,)]
        assert [(str(each.message), each.filename) for each in heard] == [("odd", __file__)]
