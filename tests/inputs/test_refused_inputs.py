"""What is not there, cannot be read, holds no rows or shares no query is refused with one sentence."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pandas as pd
import pytest
from refused import GOOD_RUN, QRELS_HEADER, RUN_HEADER, WRITERS, frame, put_parquet, refusal
from written import put

from evalsql import InputWarning, evaluate

# What is not there


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "name", ["none.run", "none.parquet", "none.csv", "none.jsonl", "none.run.gz", "no folder/x.run"]
)
def test_a_file_that_does_not_exist(tmp_path, run, qrels, name):
    assert refusal(tmp_path / name, qrels) == f"{tmp_path / name}: there is no such file"
    assert refusal([run, tmp_path / name], qrels) == f"{tmp_path / name}: there is no such file"
    assert refusal(run, tmp_path / name) == f"{tmp_path / name}: there is no such file"


@pytest.mark.parametrize("name", ["*.parquet", "none?.run", "[ab].csv", "**/*.jsonl"])
def test_a_pattern_that_no_file_matches(tmp_path, run, qrels, name):
    assert refusal([run, f"{tmp_path}/{name}"], qrels) == f"{tmp_path}/{name}: no file matches it"


def test_a_folder_without_files(tmp_path, qrels):
    (tmp_path / "empty").mkdir()
    assert refusal(tmp_path / "empty", qrels) == f"{tmp_path / 'empty'}: the folder holds no files"


def test_an_empty_text_where_a_path_was_expected(qrels):
    said = refusal("", qrels)
    assert not said.startswith(":")


@pytest.mark.parametrize("nothing", [[], (), {}], ids=["list", "tuple", "mapping"])
def test_no_runs_or_judgments_at_all(run, qrels, nothing):
    assert "runs" in refusal(nothing, qrels) or "run" in refusal(nothing, qrels)
    assert "judgments" in refusal(run, nothing) or "qrels" in refusal(run, nothing)


# Nothing in them, or nothing in common


@pytest.mark.parametrize("content", ["", "\n\n", "# only a comment\n", " \t \n"])
def test_a_trec_file_without_rows(tmp_path, run, qrels, content):
    empty = put(tmp_path / "empty", content)
    assert refusal(empty, qrels).startswith(f"{empty}: holds no rows")
    assert refusal([run, empty], qrels).startswith(f"{empty}: holds no rows")
    assert refusal(run, empty).startswith(f"{empty}: holds no rows")
    assert "judgments were expected" in refusal(run, empty)


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", WRITERS)
def test_a_table_without_rows(tmp_path, run, qrels, name):
    write, _ = WRITERS[name]
    if name != "file.jsonl":
        assert "holds no rows" in refusal(write(tmp_path / name, RUN_HEADER, []), qrels)
        Path(tmp_path / "file.duckdb").unlink(missing_ok=True)
        assert "holds no rows" in refusal(run, write(tmp_path / name, QRELS_HEADER, []))


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "name", ["empty.csv", "empty.tsv", "empty.json", "empty.jsonl", "empty.run.gz", "empty.csv.zst"]
)
def test_a_file_of_no_bytes(tmp_path, run, qrels, name):
    empty = put(tmp_path / name, b"")
    assert refusal(empty, qrels).startswith(f"{empty}: holds no rows")
    assert refusal(run, empty).startswith(f"{empty}: holds no rows")


def test_one_frame_without_rows_among_others(qrels):
    full = frame(("run", *RUN_HEADER), [("x", *row) for row in GOOD_RUN])
    assert "holds no rows" in refusal([full, full.slice(0, 0)], qrels)
    assert refusal({"full": full, "none": full.slice(0, 0)}, qrels).startswith("none: holds no rows")


def test_parts_of_a_folder_may_be_empty_but_not_all(tmp_path, qrels):
    put_parquet(tmp_path / "1.parquet", RUN_HEADER, [])
    assert refusal(tmp_path, qrels).startswith(f"{tmp_path}: holds no rows")
    put_parquet(tmp_path / "2.parquet", RUN_HEADER, GOOD_RUN)
    with pytest.warns(InputWarning) as said:
        found = evaluate(f"{tmp_path}/*.parquet", qrels, "AP").fetchall()
    assert f"{tmp_path}/1.parquet: holds no rows of run 1, which has no results for any query" in [
        str(w.message) for w in said
    ]
    assert {run: value for run, _, _, value in found if run == "1"} == {"1": 0}
    assert len(found) == 4


def test_standard_input_without_rows(monkeypatch, qrels):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    assert "holds no rows" in refusal("-", qrels)


def test_standard_input_for_both_runs_and_judgments(monkeypatch):
    text = "q1 0 d1 1 1 x\n"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert "standard input" in refusal("-", "-")


def test_a_run_and_judgments_with_no_query_in_common(tmp_path, run, qrels):
    other = put(tmp_path / "other.run", ["7 Q0 d1 1 1 x", "8 Q0 d1 1 1 x", "9 Q0 d1 1 1 x", "99 Q0 d1 1 1 x"])
    said = refusal([run, other], qrels)
    assert said.startswith("run other and the judgments have no query in common: ")
    assert "the run has 7, 8, 9" in said
    assert "the judgments q1, q2" in said


def test_a_run_and_the_listed_queries_with_no_query_in_common(tmp_path, run, qrels):
    other = put(tmp_path / "other.run", ["q1 Q0 d1 1 1 x"])
    listed = {"queries": ["q2"], "population": "intersection"}
    assert "run other has no results for any query that is scored" in refusal([run, other], qrels, **listed)


# What is no input at all


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    "given",
    [5, None, 1.5, True, b"r.run", object(), Path, {1, 2}, duckdb.connect(":memory:")],
    ids=["int", "None", "float", "bool", "bytes", "object", "class", "set", "connection"],
)
def test_a_thing_that_cannot_be_read(run, qrels, given):
    assert f"a {type(given).__name__} cannot be read; give a path, a table" in refusal(given, qrels).replace(
        "an ", "a "
    )
    assert f"a {type(given).__name__} cannot be read" in refusal([run, given], qrels).replace("an ", "a ")
    assert f"a {type(given).__name__} cannot be read" in refusal(run, given).replace("an ", "a ")


def test_an_iterator_of_what_is_no_row(run, qrels):
    said = "a list_iterator cannot be read"
    assert said in refusal(iter([1, 2]), qrels)
    assert said in refusal([run, iter([1, 2])], qrels)
    assert said in refusal(run, iter([1, 2]))


@pytest.mark.parametrize(
    "given", [pd.Series([1, 2]), pd.DataFrame({"a": [1]})["a"].to_numpy()], ids=["Series", "array"]
)
def test_a_single_column_is_no_run(qrels, given):
    said = refusal(given, qrels)
    assert "cannot be read" in said or "no column query_id" in said


ROW = {"run": "x", "query_id": "q1", "doc_id": "d1", "score": 1.0}


def test_a_row_or_a_list_of_rows_is_no_run(run, qrels):
    assert "there is no such file" in refusal(ROW, qrels)
    assert "a dict cannot be read" in refusal([ROW], qrels)
    assert "a dict cannot be read" in refusal(run, [ROW])


def test_a_mapping_may_have_any_names(run, qrels):
    assert {row[0] for row in evaluate({1: run}, qrels, "AP").fetchall()} == {"1"}


def test_a_relation_that_fails_when_it_is_read(qrels):
    connection = duckdb.connect()
    connection.execute("create table r (query_id varchar, doc_id varchar, score varchar)")
    connection.execute("insert into r values ('q1', 'd1', 'one')")
    assert "'one'" in refusal(connection.sql("select query_id, doc_id, score::double as score from r"), qrels)
    connection.execute("create view bad as select query_id, doc_id, score::double as score from r")
    assert "'one'" in refusal("bad", qrels, connection=connection)


def test_a_relation_whose_connection_is_closed(qrels):
    connection = duckdb.connect()
    relation = connection.sql("select 'q1' as query_id, 'd1' as doc_id, 1 as score")
    connection.close()
    assert "closed" in refusal(relation, qrels)
