"""Macros and printed queries over judgments by subtopic: what they refuse, and what weights of 0 give."""

from collections.abc import Callable

import duckdb
import pytest

from evalsql import curves, metrics, parse_measure
from evalsql.render.frames import macro, query


@pytest.fixture
def connection(ranking: Callable[..., duckdb.DuckDBPyConnection]) -> duckdb.DuckDBPyConnection:
    """Two documents by subtopic, retrieved, with weights and probabilities, and the macros that read them."""
    connection = ranking([["x"], ["x", "y"]])
    connection.execute("alter table qrels add column weight double; alter table qrels add column probability double")
    for name in ("alpha_DCG", "Dsharp_nDCG", "StRecall"):
        connection.execute(macro(metrics()[name]))
    connection.execute(macro(curves()["P_relevant"]))
    return connection


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "weight = -1 where subtopic = 'y'",
            "the weight of subtopic y of query q is -1.0; 0 or a number from 1e-9 to 1e15 was expected",
        ),
        (
            "probability = 1.5 where doc_id = 'd0'",
            "the probability of subtopic x in document d0 is 1.5; it must be from 0 to 1",
        ),
        ("subtopic = ' ' where doc_id = 'd0'", "needs subtopic judgments; the qrels must have a column subtopic"),
    ],
)
def test_judgments_that_are_not_fit_stop_a_macro_and_a_query(connection, change: str, said: str) -> None:
    connection.execute(f"update qrels set {change}")
    called = "from p_relevant_curve(k := 2)"
    for sql in (called, query(parse_measure("P_relevant@2", "curves"))):
        with pytest.raises(duckdb.InvalidInputException) as stopped:
            connection.execute(sql).fetchall()
        assert f"evalsql: {'P_relevant ' if said.startswith('needs') else ''}{said}" in str(stopped.value)


@pytest.mark.parametrize("text", ["x", "0.1_0", "nan", ""])
@pytest.mark.parametrize("type_", ["varchar", "enum ('x', '0.1_0', 'nan', '')"])
@pytest.mark.parametrize("column", ["weight", "probability"])
def test_texts_that_are_no_numbers_stop_a_macro_and_a_query(connection, column: str, type_: str, text: str) -> None:
    connection.execute(f"alter table qrels alter {column} type varchar; update qrels set {column} = '{text}'")
    connection.execute(f"alter table qrels alter {column} type {type_}")
    for sql in ("from p_relevant_curve(k := 2)", query(parse_measure("P_relevant@2", "curves"))):
        with pytest.raises(duckdb.InvalidInputException, match=rf"evalsql: the {column} of subtopic . .* is {text}; "):
            connection.execute(sql).fetchall()


def test_a_document_judged_twice_for_a_subtopic_stops_a_macro_and_a_query(connection) -> None:
    connection.execute("insert into qrels from qrels where subtopic = 'y'")
    for sql in ("from alpha_dcg()", query(parse_measure("alpha_DCG"))):
        with pytest.raises(duckdb.InvalidInputException, match="document d1 is judged twice for query q"):
            connection.execute(sql).fetchall()


def test_plain_judgments_stop_a_macro_and_a_query(connection) -> None:
    connection.execute("alter table qrels drop column subtopic")
    said = "alpha_DCG needs subtopic judgments; the qrels must have a column subtopic, with a value in every row"
    for sql in ("from alpha_dcg()", query(parse_measure("alpha_DCG"))):
        with pytest.raises(duckdb.InvalidInputException, match=said):
            connection.execute(sql).fetchall()


def test_weights_of_0_leave_subtopic_recall(connection) -> None:
    connection.execute("update qrels set weight = 0")
    assert connection.execute("select value from alpha_dcg()").fetchall() == [(0,)]
    assert connection.execute("select value from strecall()").fetchall() == [(1,)]
    assert connection.execute("select value from dsharp_ndcg(gamma := 0.3)").fetchall() == [(0.3,)]


def test_probabilities_of_documents_that_are_not_relevant_count(connection) -> None:
    connection.execute("update qrels set probability = 0.1, relevance = 0 where doc_id = 'd0'")
    rows = connection.execute("select rank, value from p_relevant_curve(alpha := 0.5, gamma := 0.5, k := 2)").fetchall()
    assert sorted(rows) == [(1, pytest.approx(0.5 * 0.1)), (2, pytest.approx(1 - 0.75 * 0.75))]
