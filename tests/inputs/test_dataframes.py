"""Frames, tables of Arrow and relations of DuckDB, alone or among others, give the scores that files give."""

import io
import sys
from types import SimpleNamespace

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from dataframes import QRELS, RUNS, one_run, rows_only, write_database
from tiny import TINY, all_rows, rows_read

from evalsql import Evaluation

OTHER = duckdb.connect()
FRAMES = {
    "pandas": lambda frame: frame,
    "pandas with an index": lambda frame: frame.set_index("query_id", drop=False),
    "pandas with categories": lambda frame: frame.astype({"query_id": "category", "doc_id": "category"}),
    "pandas with objects": lambda frame: frame.astype({"query_id": object, "doc_id": object}),
    "pandas over Arrow": lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
    "polars": pl.from_pandas,
    "polars, lazy": lambda frame: pl.from_pandas(frame).lazy(),
    "polars with categories": lambda frame: pl.from_pandas(frame).with_columns(pl.col("doc_id").cast(pl.Categorical)),
    "Arrow": pa.Table.from_pandas,
    "Arrow in many chunks": lambda frame: pa.concat_tables(
        pa.Table.from_pandas(frame).slice(start, 10) for start in range(0, len(frame), 10)
    ),
    "Arrow batch": lambda frame: pa.Table.from_pandas(frame).combine_chunks().to_batches()[0],
    "Arrow dataset": lambda frame: ds.dataset(pa.Table.from_pandas(frame)),
    "Arrow reader": lambda frame: pa.Table.from_pandas(frame).to_reader(),
    "relation of DuckDB's default connection": lambda frame: duckdb.from_df(frame),
    "relation of another connection": lambda frame: OTHER.from_df(frame),
    "relation of a query": lambda frame: OTHER.from_df(frame).filter("true").order("doc_id"),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_runs_may_be_any_frame(kind):
    assert rows_read(FRAMES[kind](RUNS)) == all_rows()


@pytest.mark.parametrize("kind", FRAMES)
def test_judgments_may_be_any_frame(kind):
    assert rows_read([TINY / "good.run", TINY / "poor.run"], FRAMES[kind](QRELS)) == all_rows()


@pytest.mark.parametrize("kind", FRAMES)
def test_any_frame_may_be_given_with_a_connection(connection, kind):
    assert rows_read(FRAMES[kind](RUNS), FRAMES[kind](QRELS), connection=connection) == all_rows()


def test_a_relation_may_be_of_the_users_own_connection(connection):
    runs, qrels = connection.sql("from runs where score is not null"), connection.table("qrels")
    assert rows_read(runs, qrels, connection=connection) == all_rows()
    assert rows_read(runs, qrels) == all_rows()


def test_a_frame_is_not_changed():
    runs, qrels = RUNS.copy(), QRELS.copy()
    rows_read(runs, qrels)
    pd.testing.assert_frame_equal(runs, RUNS)
    pd.testing.assert_frame_equal(qrels, QRELS)


def test_a_mapping_names_runs_of_any_kind(monkeypatch, tmp_path, connection):
    pq.write_table(pa.Table.from_pandas(one_run("good")), tmp_path / "x.parquet")
    write_database(tmp_path / "x.duckdb", one_run("good"))
    connection.execute("create table no_name as select * exclude (run) from runs where run = 'good'")
    text = (TINY / "good.run").read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    runs = {
        "a path": TINY / "good.run",
        "a text": str(tmp_path / "x.parquet"),
        "a pattern": f"{tmp_path}/?.parquet",
        "a table": f"{tmp_path / 'x.duckdb'}::runs",
        "a table of the connection": "no_name",
        "a frame": one_run("good"),
        "another frame": pl.from_pandas(one_run("good")),
        "a relation": connection.table("no_name"),
        'it\'s "a name"; --': pa.Table.from_pandas(one_run("good")),
        "standard input": "-",
    }
    del runs["a text"]
    found = rows_read(runs, connection=connection)
    for name in runs:
        assert [row for row in found if row[0] == name] == rows_only("good", name)
    assert len(found) == len(runs) * len(rows_only("good"))


def test_one_frame_may_be_given_under_two_names():
    frame = one_run("good")
    assert rows_read({"one": frame, "two": frame}) == rows_only("good", "one") + rows_only("good", "two")


def test_a_list_may_hold_frames_of_several_runs():
    runs = [RUNS[RUNS["run"] == "good"], pl.from_pandas(RUNS[RUNS["run"] == "poor"])]
    assert rows_read(runs) == all_rows()
    assert rows_read(tuple(runs)) == all_rows()


def test_a_list_may_hold_frames_and_paths():
    assert rows_read([RUNS[RUNS["run"] == "poor"], TINY / "good.run"], [QRELS]) == all_rows()


def test_a_frame_without_a_run_column_is_called_run():
    assert rows_read(one_run("good")) == rows_only("good", "run")


def test_judgments_may_be_true_and_false():
    qrels = QRELS.assign(relevance=QRELS["relevance"] > 0)
    whole = Evaluation(RUNS, QRELS).score("AP").fetchall()
    assert Evaluation(RUNS, qrels).score("AP").fetchall() == whole


def test_numbers_and_texts_in_frames_are_the_same_ids():
    runs = pd.DataFrame({"query_id": [7, 8], "doc_id": ["1", "2"], "score": [1, 1]})
    qrels = pl.DataFrame({"query_id": ["7", "8"], "doc_id": [1, 2], "relevance": [1, 1]})
    assert [row[-1] for row in Evaluation(runs, qrels).score("AP").fetchall()] == [1, 1]
