"""What other tools write, read as it is: lists, objects, runs by name, ranks without scores, wide tables."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pages
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from in_process import invoke, refusal
from tiny import read, unread
from written import put

from evalsql import InputError, InputWarning, compare, evaluate

RANKED = [("1", "a", -1.0), ("1", "b", -2.0), ("2", "c", -1.0)]
SCORED = [("1", "a", 0.9), ("1", "b", 0.5), ("2", "c", 7.0)]
JUDGED = [("1", "a", 1.0), ("1", "b", 1.0), ("2", "c", 1.0)]
BY_QUERY = {"1": {"a": 0.9, "b": 0.5}, "2": {"c": 7}}
LISTS = {"1": ["a", "b"], "2": ["c"]}
OBJECTS = [
    {"query_id": "1", "query": "x", "results": [{"corpus_id": "a", "score": 0.9}, {"corpus_id": "b", "score": 0.5}]},
    {"query_id": "2", "query": "y", "results": [{"corpus_id": "c", "score": 7}]},
]
DPR = [
    {"question": "1", "answers": ["x"], "ctxs": [{"id": "a", "score": "0.9"}, {"id": "b", "score": "0.5"}]},
    {"question": "2", "answers": [], "ctxs": [{"id": "c", "score": "7"}]},
]
DATASET = {"queries": {"1": "x"}, "corpus": {"a": "y"}, "relevant_docs": LISTS}
MTEB = {"mteb_model_meta": {"name": "m"}, "default": {"test": BY_QUERY}}
ROWS = ("CSV", "JSON", "JSONL", "Parquet", "frames")
WHOLE = ("JSON", "dictionaries")
# what a file holds, as what, its rows, and where it may stand: docs/reference/formats.md has the table
FILES: dict[str, tuple[Any, str, list, tuple[str, ...]]] = {
    "`{query: {document: score}}`": (BY_QUERY, "runs", SCORED, WHOLE),
    "`{query: [document, ...]}`": (LISTS, "runs", RANKED, WHOLE),
    "`{query: [document, ...]}` of judgments": (LISTS, "qrels", JUDGED, WHOLE),
    "`{run: {query: {document: score}}}`": ({"x": BY_QUERY}, "runs", SCORED, WHOLE),
    "MTEB": (MTEB, "runs", SCORED, ("JSON",)),
    "LlamaIndex": (DATASET, "qrels", JUDGED, ("JSON",)),
    "a row for each query, with lists": (
        [{"query_id": "1", "doc_ids": ["a", "b"], "scores": [0.9, 0.5]}],
        "runs",
        SCORED[:2],
        ROWS[1:],
    ),
    "the same with lists of objects (sentence-transformers)": (OBJECTS, "runs", SCORED, ROWS[1:]),
    "the same from DPR": (DPR, "runs", SCORED, ROWS[1:]),
    "ranks without scores": (
        [{"qid": "1", "docno": "b", "position": 2}, {"qid": "1", "docno": "a", "position": 1}],
        "runs",
        RANKED[:2],
        ROWS,
    ),
    "ranks without scores in objects": (
        [{"qid": "1", "hits": [{"_id": "b", "rank": 2}, {"_id": "a", "rank": 1}]}],
        "runs",
        [("1", "a", -1.0), ("1", "b", -2.0)],
        ROWS[1:],
    ),
    "scores, a column for each metric": (
        [{"user_input": "1", "faithfulness": 0.5, "recall": 1.0}],
        "values",
        [("1", "faithfulness", 0.5), ("1", "recall", 1.0)],
        ROWS,
    ),
}


def written(held: Any, place: str, folder: Path) -> Any:
    """The input as a place of the table has it; None if it cannot stand there."""
    rows = pl.DataFrame(held) if isinstance(held, list) else None
    if place == "JSON":
        return put(folder / "x.json", json.dumps(held))
    if place == "dictionaries":
        return held if rows is None else None
    if rows is None:
        return None
    if place == "JSONL":
        return put(folder / "x.jsonl", "".join(json.dumps(row) + "\n" for row in held))
    if place == "CSV":
        pd.DataFrame(held).to_csv(folder / "x.csv", index=False)
        return str(folder / "x.csv")
    if place == "Parquet":
        rows.write_parquet(folder / "x.parquet")
        return str(folder / "x.parquet")
    return rows


def test_the_table_says_what_may_stand_where() -> None:
    places = (*ROWS, "dictionaries")
    rows = [pages.row("shape", *places), pages.row("---", *[":-:" for _ in places])]
    rows += [pages.row(name, *("yes" if each in at else "no" for each in places)) for name, (*_, at) in FILES.items()]
    pages.fill("docs/reference/formats.md", "shapes", "\n".join(rows))


def found(given: Any, kind: str, **options: Any) -> list:
    """The rows that are read, without the run."""
    return sorted((*row[1:3], float.fromhex(row[3])) for row in read(given, kind, **options))


@pytest.mark.filterwarnings("ignore:.*has no column score")
@pytest.mark.parametrize("name", FILES)
def test_what_stands_in_a_place_is_read(tmp_path, name):
    held, kind, rows, places = FILES[name]
    for place in (*ROWS, "dictionaries"):
        given = written(held, place, tmp_path)
        if place in places:
            assert found(given, kind) == rows, place
            if place == "frames":
                assert found(pd.DataFrame(held), kind) == rows
        elif given is not None:
            assert unread(given, kind), place


def test_runs_by_name_in_one_file(tmp_path):
    path = put(tmp_path / "x.json", json.dumps({"bm25": BY_QUERY, "dense": {"1": {"b": 1}}}))
    assert [row[0] for row in read(path)] == ["bm25"] * 3 + ["dense"]
    assert [row[:2] for row in read({"a": LISTS, "b": BY_QUERY})][2:4] == [("a", "2"), ("b", "1")]
    several = MTEB | {"fr": {"test": {"3": {"d": 1}}}}
    said = unread(put(tmp_path / "y.json", json.dumps(several)))
    assert (
        "has predictions of 2 subsets and splits; --where \"subset = 'default' and split = 'test'\" reads one" in said
    )
    assert found(str(tmp_path / "y.json"), "runs", where="subset = 'fr'") == [("3", "d", 1.0)]
    assert unread(str(tmp_path / "y.json"), where="split = 'test'") == said


def test_ranx_saves_compressed_json(tmp_path):
    held = (  # {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 1.5}}, as the package lz4 compresses it
        "04224d1868402e000000000000003e2a000000f5117b227131223a207b2261223a20322e302c202262223a20312e307d2c202271321c00"
        "50312e357d7d00000000"
    )
    path = tmp_path / "bm25.lz4"
    path.write_bytes(bytes.fromhex(held))
    rows = [("bm25", "q1", "a", 2.0), ("bm25", "q1", "b", 1.0), ("bm25", "q2", "a", 1.5)]
    assert read(path) == [(*ids, value.hex()) for *ids, value in rows]
    assert found(str(path), "qrels") == [row[1:] for row in rows]
    line = ("evaluate", path, "--qrels", path, "-o", tmp_path / "x.csv.lz4")
    assert "unsupported output format '.csv.lz4'" in refusal(*line)


def test_sets_are_judgments_alone():
    assert evaluate(LISTS, {"1": {"b"}, "2": {"c", "d"}}, "RR").fetchall()[0][-1] == 0.5
    assert "a set of documents has no order" in unread({"1": {"a"}, "2": {"b"}})


def in_each_form(frame: pd.DataFrame, lines: list[str], folder: Path) -> dict[str, Path]:
    """A run as a file of each format."""
    frame.to_csv(folder / "x.csv", index=False)
    frame.to_json(folder / "x.jsonl", orient="records", lines=True)
    frame.to_parquet(folder / "x.parquet")
    put(folder / "x.run", lines)
    return {suffix: folder / f"x.{suffix}" for suffix in ("csv", "jsonl", "parquet", "run")}


def test_ids_may_be_expressions(tmp_path):
    frame = pd.DataFrame({"query_id": ["q1", "q1"], "file": ["f1", "f1"], "page": ["3", "4"], "score": [2.0, 1.0]})
    files = in_each_form(frame, ["q1 Q0 f1-3 1 2.0 x", "q1 Q0 f1-4 2 1.0 x"], tmp_path)
    for form, given in {**files, "frame": frame}.items():
        chosen = {"runs.doc_id": "file || '#' || page" if form != "run" else "replace(doc_id, '-', '#')"}
        assert found(given, "runs", columns=chosen) == [("q1", "f1#3", 2.0), ("q1", "f1#4", 1.0)], form
        assert found(given, "runs", columns=chosen | {"runs.score": "-score::double"})[0][2] == -2.0


def test_what_is_not_an_expression_is_refused(tmp_path):
    path = put(tmp_path / "a.csv", "query_id,doc_id,score\nq1,a,1\n")
    for text, said in {
        "doc_id||": "--columns doc_id=doc_id||: neither a column nor a valid SQL expression",
        "(select 'x')": "--columns doc_id=(select 'x'): holds a query; an expression over columns was expected",
        "doc_id) from (select 1": "neither a column nor a valid SQL expression",
        "page||'x'": "a.csv: --columns doc_id=page||'x': Referenced column \"page\" not found",
    }.items():
        assert said in unread(path, columns={"runs.doc_id": text})
    lines = put(tmp_path / "a.run", "q1 Q0 a 1 2.0 x\n")
    assert "a.run: --columns doc_id=lower(docno): Referenced column" in unread(
        lines, columns={"runs.doc_id": "lower(docno)"}
    )


PASSAGES: list[dict] = [
    {"query_id": "1", "results": [{"doc_id": "a#3", "score": 2.0}, {"doc_id": "b#1", "score": 3.0}]},
    {"query_id": "2", "results": [{"doc_id": "a#4", "score": 5.0}]},
]


def test_an_expression_may_be_over_the_documents_of_a_list(tmp_path):
    lists = [
        {
            "query_id": row["query_id"],
            **{f"{key}s": [each[key] for each in row["results"]] for key in ("doc_id", "score")},
        }
        for row in PASSAGES
    ]
    columns = {"runs.doc_id": "split_part(doc_id, '#', 1)", "runs.query_id": "'q' || query_id"}
    for rows in (PASSAGES, lists):
        for path in (
            put(tmp_path / "x.parquet", pa.Table.from_pylist(rows)),
            put(tmp_path / "x.jsonl", [json.dumps(row) for row in rows]),
            put(tmp_path / "x.json", json.dumps(rows)),
        ):
            assert found(path, "runs", columns=columns) == [("q1", "a", 2.0), ("q1", "b", 3.0), ("q2", "a", 5.0)]
            said = unread(path, columns={"runs.doc_id": "lower(other)"})
            assert said.endswith('"other" not found in FROM clause; its columns are query_id, doc_id, score')


def test_ranks_without_scores_are_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.tsv").write_text("qid\tpid\trank\nq1\tb\t2\nq1\ta\t1\n")
    Path("q.txt").write_text("q1 0 b 1\n")
    line = ("evaluate", "a.tsv", "--qrels", "q.txt", "-m", "RR", "--format", "csv")
    said = "a.tsv: has no column score, so documents are in the order of the column rank"
    shown = invoke(*line)
    assert shown.stdout.splitlines()[1] == "a,0.5"
    assert said in shown.stderr
    for more in (("--columns", "runs.score=-rank::double"), ("--convention", "msmarco")):
        assert said not in invoke(*line, *more).stderr
    Path("bad.tsv").write_text("qid\tpid\trank\nq1\tb\tx\n")
    assert "bad.tsv, row 1 after the header: score is 'x'; a number was expected" in refusal(
        "evaluate", "bad.tsv", "--qrels", "q.txt"
    )
    with pytest.warns(InputWarning, match="has no column score"):
        evaluate("a.tsv", "q.txt", "RR")
    Path("a.tsv").write_text("qid\tpid\trank\nq1\tb\t1\nq1\ta\t1\n")
    twice = (
        "rank 1 appears twice for query q1 in run a (a.tsv, row 1 after the header and a.tsv, row 2 after the header)"
    )
    assert twice in invoke(*line).stderr
    assert f"warning: {twice}" in invoke("check", "a.tsv", "--qrels", "q.txt").stdout


@pytest.mark.filterwarnings("ignore:.*has no column score")
@pytest.mark.parametrize(
    ("row", "rows"),
    {
        "a rank of the row": ({"rank": 5, "results": [{"doc_id": "a", "score": 9.0}]}, [("1", "a", 9.0)]),
        "scores of the row": ({"scores": [7.0], "results": [{"doc_id": "a", "score": 1.0}]}, [("1", "a", 1.0)]),
        "a list of ids": ({"doc_ids": ["z"], "results": [{"doc_id": "a", "score": 1.0}]}, [("1", "z", -1.0)]),
        "the text of a document": ({"results": [{"id": "5", "document": "x y", "score": 1.0}]}, [("1", "5", 1.0)]),
    }.values(),
)
def test_what_stands_beside_objects_is_not_taken_for_theirs(tmp_path, row, rows):
    held = [{"query_id": "1", **row}]
    assert found(put(tmp_path / "x.json", json.dumps(held)), "runs") == rows
    assert found(pl.DataFrame(held), "runs") == rows
    parquet = tmp_path / "x.parquet"
    pl.DataFrame(held).write_parquet(parquet)
    assert found(str(parquet), "runs") == rows


def test_lists_of_objects_that_are_not_read_are_refused(tmp_path):
    both = [{"query_id": "1", "results": [{"doc_id": "a", "score": 1}], "hits": [{"doc_id": "b", "score": 1}]}]
    assert "results and hits are lists of objects, and either may be" in unread(pl.DataFrame(both))
    ranked = [{"query_id": "1", "results": [{"doc_id": "a", "rank": "1"}, {"doc_id": "b", "rank": "x"}]}]
    assert "query 1, place 2 of its list: score is 'x'; a number was expected" in unread(pl.DataFrame(ranked))
    parquet = tmp_path / "x.parquet"
    pl.DataFrame([{"results": [{"doc_id": "a", "score": 1}]}]).write_parquet(parquet)
    assert "it has doc_id, score" in unread(str(parquet))


OF_NO_ROW = {
    "unnest([doc_id, 'z'])": "unnest",
    "columns(*)": "*",
    "*": "*",
    "doc_id || row_number() over ()": "a window",
    "doc_id || random()": "random",
}


def test_expressions_are_of_one_row(tmp_path):
    frame = pd.DataFrame({"query_id": ["q1", "q1"], "doc_id": ["a", "b"], "score": [2.0, 1.0]})
    files = in_each_form(frame, ["q1 Q0 a 1 2.0 x", "q1 Q0 b 2 1.0 x"], tmp_path)
    for suffix, path in files.items():
        for text, held in OF_NO_ROW.items():
            said = f"--columns doc_id={text}: holds {held}; an expression over the columns of a row was expected"
            assert said in unread(path, columns={"runs.doc_id": text}), suffix
        for text in ("file || 'x'", "_es_file || 'x'", "filename || 'x'"):
            said = unread(path, columns={"runs.doc_id": text})
            assert "Referenced column" in said
            assert "file_row_number" not in said
        assert "score is 'x" in unread(path, columns={"runs.score": "'x' || score"})
        assert "score is null" in unread(path, columns={"runs.score": "nullif(score::double, 1)"})
        if suffix != "parquet":  # where it is a list of documents
            assert "doc_id is a list" in unread(path, columns={"runs.doc_id": "[doc_id, 'z']"})


def test_what_is_not_several_runs_is_said(tmp_path):
    def of(held: Any, kind: Any = "runs", **options: Any) -> str:
        return unread(put(tmp_path / "x.json", json.dumps(held)), kind, **options)

    texts = {"bm25": {"q": {"d": 1}}, "dense": {"q": {"d": "0.5"}}}
    assert [row[:1] + row[3:] for row in read(put(tmp_path / "y.json", json.dumps(texts)))] == [
        ("bm25", (1.0).hex()),
        ("dense", (0.5).hex()),
    ]
    for other in ({"q": {"d": 1}}, {}, None):
        assert "dense is not of the shape of the others" in of({"bm25": {"q": ["d"]}, "dense": other})
    for held in ("x", {"test": 3}):
        assert "default has no predictions" in of({"mteb_model_meta": {}, "default": held})
    assert "has no predictions" in of({"mteb_model_meta": {}})
    assert found(put(tmp_path / "m.json", json.dumps(MTEB)), "runs", where="split = 'test'") == SCORED
    # predictions and runs are no judgments
    assert "has predictions of a model, which are a run" in of(MTEB, "qrels")
    assert "a number was expected" in of({"bm25": {"1": {"a": 1}}, "dense": {"2": {"a": 2}}}, "qrels")
    assert "two of its keys are '1' as text" in unread({1: ["a"], "1": ["b"]})


WIDE: dict[str, Any] = {
    "user_input": ["what?", "007", "2024-01-01"],
    "retrieved_contexts": ["['a, b']", "['c']", '["d"]'],
    "faithfulness": [0.5, None, 1.0],
    "relevancy": [0.9, 0.8, 0.1],
    "latency": [12, 10, 11],
    "passed": [True, False, True],
}
FRAME = pd.DataFrame(WIDE)
TABLES = {
    "csv": lambda path: FRAME.to_csv(path),
    "tsv": lambda path: FRAME.to_csv(path, sep="\t", index=False, na_rep="nan"),
    "jsonl": lambda path: FRAME.to_json(path, orient="records", lines=True),
    "json": lambda path: FRAME.to_json(path, orient="records"),
    "parquet": lambda path: FRAME.to_parquet(path),
    "duckdb": lambda path: duckdb.connect(path).execute("create table t as from FRAME").close(),
    "pandas": lambda path: None,
    "polars": lambda path: None,
}
AS_SCORES = sorted(
    ("x", query, metric, float(value).hex() if value is not None else None)
    for metric in ("faithfulness", "relevancy", "latency", "passed")
    for query, value in zip(WIDE["user_input"], WIDE[metric], strict=True)
)  # with ids as they are written


@pytest.mark.parametrize("form", TABLES)
def test_columns_of_numbers_are_metrics(tmp_path, form):
    path = str(tmp_path / f"x.{form}")
    TABLES[form](path)
    given = {"pandas": FRAME, "polars": pl.DataFrame(WIDE), "duckdb": f"{path}::t"}.get(form, path)
    index = "_es_column_0"  # a column without a name, which pandas writes and no question takes for a metric
    assert [row for row in read({"x": given}, "values") if row[2] != index] == AS_SCORES
    if form == "csv":
        with pytest.warns(InputWarning, match="are they the same run|no better direction|run/query pair"):
            assert {row[0] for row in compare({"x": given, "y": FRAME}).fetchall()} == {row[2] for row in AS_SCORES}


def test_what_is_a_query_and_what_a_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.csv", "run,sample_id,question,f1\nx,1,what,0.5\nx,2,why,0.25\ny,1,what,0.5\ny,2,why,1\n")
    shown = invoke("compare", "a.csv", "--format", "csv").stdout.splitlines()
    assert shown[1].startswith("f1,y,x,2,0.75,0.375,")
    put(tmp_path / "b.csv", "name,f1\na,0.5\n")
    assert "no column query_id (or qid" in refusal("compare", "b.csv")
    put(tmp_path / "c.csv", "query_id,text\na,b\n")
    assert "no column metric" in refusal("compare", "c.csv")
    put(tmp_path / "d.csv", "run,query_id,f1,f2\nx,a,1,1\nx,b,n/a,2\ny,a,2,1\ny,b,3,2\n")
    said = "d.csv: column f1 is not read as a metric, since 'n/a' in it is not a number"
    assert said in invoke("compare", "d.csv").stderr
    with pytest.raises(InputError, match="value is inf; a finite number was expected"):
        compare({"x": pd.DataFrame({"query_id": ["a"], "f1": [float("inf")]}), "y": FRAME})
    put(tmp_path / "e.csv", "query_id,doc_id,f1\na,b,1\n")
    assert "no column metric" in refusal("compare", "e.csv")
