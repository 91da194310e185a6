"""A run or judgments without a column that they need are refused, and that column is named."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from refused import GOOD_QRELS, GOOD_RUN, RUN_HEADER, WRITERS, put_parquet, refusal


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    ("missing", "also"), [("query_id", "qid"), ("doc_id", "docno"), ("score", "sim")], ids=lambda value: value
)
def test_a_run_without_a_column_it_needs(tmp_path, qrels, name, missing, also):
    header = tuple(column if column != missing else "nonsense" for column in RUN_HEADER)
    said = refusal(WRITERS[name][0](tmp_path / name, header, GOOD_RUN), qrels)
    assert f": no column {missing} (or {also}, " in said
    assert f"which a run must have; it has {', '.join(header)}" in said
    assert name == "frame" or str(tmp_path / "file") in said


@pytest.mark.parametrize("name", WRITERS)
def test_judgments_without_a_column_they_need(tmp_path, run, name):
    header = ("query_id", "doc_id", "nonsense")
    said = refusal(run, WRITERS[name][0](tmp_path / name, header, GOOD_QRELS))
    assert ": no column relevance (or rel, label, " in said
    assert "which judgments must have; it has query_id, doc_id, nonsense" in said


def test_a_missing_column_of_one_file_among_many_names_that_file(tmp_path, qrels):
    for number in range(3):
        put_parquet(tmp_path / f"{number}.parquet", RUN_HEADER, GOOD_RUN)
    put_parquet(tmp_path / "1.parquet", ("query_id", "doc_id", "value"), GOOD_RUN)
    assert refusal(f"{tmp_path}/*.parquet", qrels).startswith(f"{tmp_path}/1.parquet: no column score ")


def test_a_table_with_very_many_columns_is_not_listed_whole(qrels):
    wide = pa.table({f"c{number}": ["x"] for number in range(1000)})
    assert len(refusal(wide, qrels)) < 300


@pytest.mark.quick(2)
@pytest.mark.parametrize("kind", ["parquet", "jsonl", "frame"])
@pytest.mark.parametrize(("column", "value"), [("doc_id", ["d1"]), ("query_id", {"id": "q1"})], ids=["list", "struct"])
def test_ids_that_are_lists_or_structs_are_refused(tmp_path, qrels, kind, column, value):
    row = {"run": "r", "query_id": "q1", "doc_id": "d1", "score": 1.0} | {column: value}
    table = pa.Table.from_pylist([row])
    path = tmp_path / f"file.{kind}"
    if kind == "parquet":
        pq.write_table(table, path)
    elif kind == "jsonl":
        path.write_text(json.dumps(row) + "\n")
    said = refusal(table if kind == "frame" else path, qrels)
    assert f": {column} is a list or a struct, " in said
    assert said.endswith("; a text or a number was expected")
