"""A row may hold a ranking, or the judgments of a query, as lists: the scores are those of a row a document."""

import duckdb
import polars as pl
import pyarrow as pa
import pytest
from refused import refusal
from tiny import read, unread
from written import put

from evalsql import evaluate
from evalsql.database.link import link
from evalsql.inputs.source import File

QRELS = {"1": {"b": 1}, "2": {"b": 1}}
RANKED = pa.table({"user_id": [1, 2, 3], "recommendations": [["a", "b"], ["b"], []]})
SCORED = pa.table(
    {
        "run": ["x", "y", "x"],
        "qid": ["1", "1", "2"],
        "doc_ids": [["a", "b"], ["b", "c"], ["b"]],
        "scores": [[1.0, 2.0], [3.0, 1.0], [1.0]],
    }
)
FORMS = {
    "Arrow": lambda table, path: table,
    "pandas": lambda table, path: table.to_pandas(),
    "polars": lambda table, path: pl.from_arrow(table),
    "relation": lambda table, path: duckdb.from_arrow(table),
    "Parquet": lambda table, path: put(path / "run.parquet", table),
    "table": lambda table, path: in_database(table, path),
}


def in_database(table: pa.Table, path) -> str:
    with duckdb.connect(str(path / "e.duckdb")) as connection:
        connection.register("given", table)
        connection.execute("create table run as from given")
    return f"{path / 'e.duckdb'}::run"


@pytest.fixture(params=FORMS)
def form(request, tmp_path):
    return lambda table: FORMS[request.param](table, tmp_path)


def test_the_order_of_a_list_is_its_ranking(form):
    rows = [("run", "1", "a", -1.0), ("run", "1", "b", -2.0), ("run", "2", "b", -1.0)]
    assert read(form(RANKED)) == [(*ids, score.hex()) for *ids, score in rows]


def test_scores_beside_it_decide(form):
    rows = [
        ("x", "1", "a", 1.0),
        ("x", "1", "b", 2.0),
        ("x", "2", "b", 1.0),
        ("y", "1", "b", 3.0),
        ("y", "1", "c", 1.0),
    ]
    assert read(form(SCORED)) == [(*ids, score.hex()) for *ids, score in rows]


@pytest.mark.parametrize(
    ("columns", "levels"),
    [
        ({"relevances": [[0, 1]]}, [0, 1]),
        ({"relevance": [1]}, [1, 1]),
        ({}, [1, 1]),
        ({"labels": [[0.0, 2.5]]}, [0, 2.5]),
    ],
    ids=["one each", "one of all", "none", "real"],
)
def test_judgments_are_lists_too(form, columns, levels):
    qrels = pa.table({"query_id": ["1"], "docs": [["a", "b"]], **columns})
    assert [float.fromhex(row[3]) for row in read(form(qrels), "qrels")] == levels


def test_files_are_runs_by_their_names(tmp_path):
    files = [put(tmp_path / f"{name}.parquet", RANKED.slice(0, 2)) for name in ("a", "b")]
    assert [row[::3] for row in evaluate(files, QRELS, "RR").fetchall()] == [("a", 0.5), ("a", 1), ("b", 0.5), ("b", 1)]


def test_a_list_of_fixed_size_and_one_that_is_named(tmp_path):
    fixed = pa.table({"qid": ["1"], "docs": pa.array([["a", "b"]], pa.list_(pa.string(), 2))})
    assert evaluate(fixed, {"1": {"b": 1}}, "RR").fetchall() == [("run", "1", "RR", 0.5)]
    named = pa.table({"qid": ["1"], "basket": [["a", "b"]], "of": [[1, 2]]})
    chosen = {"runs.doc_id": "basket", "runs.score": "of"}
    for given in (named, put(tmp_path / "n.parquet", named)):
        assert [row[3] for row in evaluate(given, {"1": {"b": 1}}, "RR", columns=chosen).fetchall()] == [1]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"doc_ids": [["a", "b"]], "scores": [[1.0]]}, ": query 1 has 2 in doc_ids and 1 in scores; as many were"),
        ({"doc_ids": [["a", "a"]]}, "document a appears twice for query 1 in run run ("),
        ({"doc_ids": [["a", None]]}, ", query 1, place 2 of its list: doc_id is null; every row must have one"),
        ({"doc_ids": [["a", "b"]], "scores": [["1", "x"]]}, ", query 1, place 2 of its list: score is 'x'; a number"),
        ({"doc_ids": [["a", "b"]], "score": [1]}, ": doc_ids is a list of documents; a list of their scores was"),
        ({"doc_ids": [[["a"], ["b"]]]}, ": no column doc_id (or "),
        ({"doc_ids": pa.array([[]], pa.list_(pa.string()))}, "holds no rows, where a run was expected"),
    ],
    ids=["uneven", "twice", "null", "text", "one score", "lists of lists", "empty"],
)
def test_what_is_wrong_is_said_by_query_and_place(form, columns, said):
    assert said in unread(form(pa.table({"qid": ["1"], **columns})))


def test_a_scalar_document_goes_before_a_list():
    table = pa.table({"query_id": ["1"], "doc_id": ["b"], "score": [1], "documents": [["x", "y"]]})
    assert evaluate(table, {"1": {"b": 1}}, "RR").fetchall() == [("run", "1", "RR", 1)]


def test_a_view_of_a_database_unnests_them(tmp_path):
    run = str(put(tmp_path / "r.parquet", RANKED))
    with duckdb.connect() as connection:
        select, runs = link(connection, [File(run, run, run, "r")], "runs", "auto")
        rows = connection.execute(f"select query_id, doc_id, score, rank from ({select}) order by all").fetchall()
        assert rows == [("1", "a", -1, 1), ("1", "b", -2, 2), ("2", "b", -1, 1)]
        assert not connection.execute("from duckdb_tables()").fetchall()
    assert runs == {run: "r"}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_a_list_of_numbers_that_no_name_explains_is_refused():
    sims = SCORED.rename_columns(["run", "qid", "doc_ids", "sims"])
    assert "sims is a list of numbers beside doc_ids, the documents; if it has their scores, say --columns " in refusal(
        sims, QRELS
    )
    assert evaluate(sims, QRELS, "RR", columns={"runs.score": "sims"}).fetchall() == (
        evaluate(SCORED, QRELS, "RR").fetchall()
    )
    gains = pa.table({"qid": ["1"], "doc_ids": [["a", "b"]], "gains": [[0, 2]]})
    assert "--columns qrels.relevance=gains" in refusal(SCORED, gains)
