"""A row may hold a ranking or the judgments of a query as lists; a list of queries in a file has one id per line."""

import json
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pytest
from in_process import invoke, output, refusal
from refused import put_table
from tiny import read, unread, unsaid
from written import put

from evalsql import InputError
from evalsql.database.link import link
from evalsql.inputs.query_lists import read_queries
from evalsql.inputs.source import File

QRELS = {"1": {"b": 1}, "2": {"b": 1}}
RANKED = pa.table({"user_id": [1, 2, 3], "recommendations": [["a", "b"], ["b"], []]})
TWO = [["a", "b"], ["b", "c"], ["b"]]
SCORED = pa.table(
    {"run": ["x", "y", "x"], "qid": ["1", "1", "2"], "doc_ids": TWO, "scores": [[1.0, 2.0], [3.0, 1.0], [1.0]]}
)
FORMS = {
    "Arrow": lambda table, path: table,
    "pandas": lambda table, path: table.to_pandas(),
    "polars": lambda table, path: pl.from_arrow(table),
    "relation": lambda table, path: duckdb.from_arrow(table),
    "Parquet": lambda table, path: put(path / "run.parquet", table),
    "table": lambda table, path: put_table(path / "e.duckdb", "run", table),
    "JSON lines": lambda table, path: put(
        path / "run.jsonl", "".join(json.dumps(row) + "\n" for row in table.to_pylist())
    ),
    "JSON": lambda table, path: put(path / "run.json", json.dumps(table.to_pylist())),
}
AS_RUNS = [
    (RANKED, [("run", "1", "a", -1.0), ("run", "1", "b", -2.0), ("run", "2", "b", -1.0)]),  # its order is its ranking
    (
        SCORED,
        [("x", "1", "a", 1), ("x", "1", "b", 2), ("x", "2", "b", 1), ("y", "1", "b", 3), ("y", "1", "c", 1)],
    ),
]
AS_LEVELS = {"relevances": ([[0, 1]], [0, 1]), "relevance": ([1], [1, 1]), "labels": ([[0.0, 2.5]], [0, 2.5])}
WRONG = [
    ({"doc_ids": [["a", "b"]], "scores": [[1.0]]}, ": query 1 has 2 in doc_ids and 1 in scores; as many were"),
    ({"doc_ids": [["a", "a"]]}, "document a appears twice for query 1 in run run ("),
    ({"doc_ids": [["a", None]]}, ", query 1, place 2 of its list: doc_id is null; every row must have one"),
    ({"doc_ids": [["a", "b"]], "scores": [["1", "x"]]}, ", query 1, place 2 of its list: score is 'x'; a number"),
    ({"doc_ids": [["a", "b"]], "score": [1]}, ": doc_ids is a list of documents; a list of their scores was"),
    ({"doc_ids": [[["a"], ["b"]]]}, ": no column doc_id (or "),
    ({"doc_ids": pa.array([[]], pa.list_(pa.string()))}, "holds no rows, where a run was expected"),
]


@pytest.mark.parametrize("name", FORMS)
def long_rows_of_lists_are_rows_of_documents(tmp_path, name):
    def form(table: pa.Table) -> object:
        return FORMS[name](table, tmp_path)

    for given, rows in AS_RUNS:
        assert read(form(given)) == [(*ids, float(score).hex()) for *ids, score in rows]
    ids = {"query_id": ["1"], "docs": [["a", "b"]]}
    for column, (values, levels) in AS_LEVELS.items():
        assert [float.fromhex(row[3]) for row in read(form(pa.table({**ids, column: values})), "qrels")] == levels
    assert len(read(form(pa.table(ids)), "qrels")) == 2
    for columns, said in WRONG:
        assert said in unread(form(pa.table({"qid": ["1"], **columns})))


def test_which_columns_are_lists(tmp_path):
    files = [put(tmp_path / f"{name}.parquet", RANKED.slice(0, 2)) for name in ("a", "b")]
    assert [row[:3] for row in read(files)] == [
        (run, *ids) for run in "ab" for ids in (("1", "a"), ("1", "b"), ("2", "b"))
    ]
    fixed = pa.table({"qid": ["1"], "docs": pa.array([["a", "b"]], pa.list_(pa.string(), 2))})
    assert [row[2] for row in read(fixed)] == ["a", "b"]
    named = pa.table({"qid": ["1"], "basket": [["a", "b"]], "of": [[1, 2]]})
    for given in (named, put(tmp_path / "n.parquet", named)):
        found = read(given, columns={"runs.doc_id": "basket", "runs.score": "of"})
        assert found == [("run" if given is named else "n", "1", doc, (n + 1.0).hex()) for n, doc in enumerate("ab")]
    scalar = pa.table({"query_id": ["1"], "doc_id": ["b"], "score": [1], "documents": [["x", "y"]]})
    assert read(scalar) == [("run", "1", "b", (1.0).hex())]
    sims = SCORED.rename_columns(["run", "qid", "doc_ids", "sims"])
    said = "sims is a list of numbers beside doc_ids, the documents; if it has their scores, say --columns "
    assert unsaid([(sims, said)]) == []
    assert read(sims, columns={"runs.score": "sims"}) == read(SCORED)
    gains = pa.table({"qid": ["1"], "doc_ids": [["a", "b"]], "gains": [[0, 2]]})
    assert "--columns qrels.relevance=gains" in unread(gains, "qrels")


def test_a_view_of_a_database_unnests_them(tmp_path):
    run = str(put(tmp_path / "r.parquet", RANKED))
    with duckdb.connect() as connection:
        select, runs = link(connection, [File(run, run, run, "r")], "runs", "auto")
        rows = connection.execute(f"select query_id, doc_id, score, rank from ({select}) order by all").fetchall()
        assert rows == [("1", "a", -1, 1), ("1", "b", -2, 2), ("2", "b", -1, 1)]
        assert not connection.execute("from duckdb_tables()").fetchall()
    assert runs == {run: "r"}


# Lists of queries in files

NOT_ALONE = "; in a file, a line is an id and nothing else, or, in a .tsv, an id before a tab"
TOPICS = "what is x\twhat is it that x is\n101\tobama\tfamily tree\n#7\n"


def test_a_line_is_an_id_and_of_a_tsv_as_far_as_its_first_tab(tmp_path: Path) -> None:
    for content, queries in {
        "what is x\n": ["what is x"],
        "what\nwhat is x": ["what", "what is x"],
        "#7\n\n101:b\n": ["#7", "101:b"],
        " q\n": [" q"],
        "\ufeffwhat\r\n\r\n101\r\n": ["what", "101"],
        "a\u2028b\n": ["a\u2028b"],
    }.items():
        assert read_queries(put(tmp_path / "list.txt", content)) == queries
    assert read_queries(put(tmp_path / "topics.TSV", TOPICS)) == ["what is x", "101", "#7"]
    assert read_queries(put(tmp_path / "topics.txt", TOPICS))[1] == "101\tobama\tfamily tree"
    assert read_queries(put(tmp_path / "blank.tsv", "101\tobama\n\tfamily tree\n")) == ["101", ""]
    with pytest.raises(InputError, match=r"list.txt: holds no query; one id per line was expected$"):
        read_queries(put(tmp_path / "list.txt", "\n\r\n"))
    said = (
        "not text, where a list of queries was expected, one id per line; of a table, write its column of ids into a te"
    )
    with pytest.raises(InputError, match=f"types.parquet: {said}xt file first$"):
        read_queries(put(tmp_path / "types.parquet", RANKED))


def long_a_line_that_is_no_query_is_refused(tmp_path: Path) -> None:
    queries = ["what is x", "what", "#7"]
    run = put(tmp_path / "r.csv", ["query_id,doc_id,score", *(f"{query},d1,1" for query in queries)])
    judged = (run, "--qrels", put(tmp_path / "q.csv", ["query_id,doc_id,rel", *(f"{each},d1,1" for each in queries)]))
    listed = put(tmp_path / "list.txt", "what is x\n#7\n")
    printed = output("evaluate", *judged, "-m", "AP", "--per-query", "--format", "csv", "--queries", listed)
    assert printed.split("\n")[1:3] == ["r,#7,AP,1.0", "r,what is x,AP,1.0"]
    for line in ("# a comment", "what is y", "101:obama family tree", "what ", "#8"):
        quoted = repr(line) if line.endswith(" ") else line
        said = refusal("evaluate", *judged, "--queries", put(tmp_path / "list.txt", f"what\n{line}\n"))
        assert said == f"the list of queries has {quoted}, which is not judged{NOT_ALONE}"
    said = refusal("evaluate", *judged, "--queries", put(tmp_path / "topics.txt", "101\tobama\nx\n"))
    assert said.startswith("the list of queries has '101\\tobama' and 1 other, which are not judged")
    said = refusal("evaluate", *judged, "--queries", put(tmp_path / "blank.tsv", "what\tobama\n\tfamily tree\n"))
    assert said == "the list of queries has '', which is not judged"


def test_a_list_beside_scores_is_read_likewise_and_queries_that_no_ranking_answers_are_said(tmp_path: Path) -> None:
    scores = put(tmp_path / "s.csv", ["run,query_id,metric,value", "a,what is x,AP,1", "a,what,AP,0.5", "b,what,AP,0"])
    listed = put(tmp_path / "list.txt", "what is x\n")
    assert "0.5000" not in output("queries", scores, "--queries", listed, "--part", "queries")
    said = refusal("queries", scores, "--queries", put(tmp_path / "more.txt", "what is y\n"))
    assert said == f"the list of queries has what is y, which has no scores{NOT_ALONE}"
    runs = [put(tmp_path / f"{name}.run", ["what Q0 d1 1 1 x"]) for name in "ab"]
    done = invoke("overlap", *runs, "--queries", put(tmp_path / "list.txt", "what\nwhat is x\n"))
    assert done.exit_code == 0
    assert "1 query of the list has no results in any run (first: what is x)" in done.output
