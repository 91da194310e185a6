"""Frames, tables of Arrow, dictionaries, ScoredDoc, runs of ranx and DataFrames of Spark are read as files are."""

import io
import json
import sys
from collections import defaultdict, namedtuple
from dataclasses import dataclass, make_dataclass
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import ir_measures
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pytest
import tiny
from dataframes import QRELS, RUNS, one_run, rows_only, write_database
from refused import refusal
from tiny import GOOD_FILE, POOR_FILE, QRELS_FILE, TINY, all_rows, read, rows_read, unread, unsaid
from written import put, put_lines

import evalsql
from evalsql import InputError, build_database, check, compare, evaluate
from evalsql.inputs.objects import is_of_spark

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


def long_runs_and_judgments_may_be_any_frame_with_and_without_a_connection(connection):
    judged, before = tiny.rows_of(tiny.QRELS), (RUNS.copy(), QRELS.copy())
    for name, make in FRAMES.items():
        for own in (None, connection):
            assert read(make(RUNS), "runs", own) == all_rows(), name
            assert read(make(QRELS), "qrels", own) == judged, name
    for frame, left in zip((RUNS, QRELS), before, strict=True):
        pd.testing.assert_frame_equal(frame, left)
    runs, qrels = connection.sql("from runs where score is not null"), connection.table("qrels")
    for own in (connection, None):
        assert rows_read(runs, qrels, connection=own) == all_rows()


def test_a_mapping_names_runs_of_any_kind(monkeypatch, tmp_path, connection):
    put(tmp_path / "x.parquet", pa.Table.from_pandas(one_run("good")))
    write_database(tmp_path / "x.duckdb", one_run("good"))
    connection.execute("create table no_name as select * exclude (run) from runs where run = 'good'")
    text = (TINY / "good.run").read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    runs = {
        "a path": TINY / "good.run",
        "a pattern": f"{tmp_path}/?.parquet",
        "a table": f"{tmp_path / 'x.duckdb'}::runs",
        "a table of the connection": "no_name",
        "a frame": one_run("good"),
        "another frame": pl.from_pandas(one_run("good")),
        "a relation": connection.table("no_name"),
        'it\'s "a name"; --': pa.Table.from_pandas(one_run("good")),
        "standard input": "-",
    }
    assert read(runs, connection=connection) == sorted(row for name in runs for row in rows_only("good", name))


def test_frames_are_named_by_a_column_by_the_user_or_not_at_all():
    frame, poor = one_run("good"), RUNS[RUNS["run"] == "poor"]
    assert read({"one": frame, "two": frame}) == rows_only("good", "one") + rows_only("good", "two")
    runs = [RUNS[RUNS["run"] == "good"], pl.from_pandas(poor)]
    for given in (runs, tuple(runs), [poor, TINY / "good.run"], {"good": frame, "poor": one_run("poor")}):
        assert read(given) == all_rows()
    assert read(frame) == rows_only("good", "run")
    said = unread([frame, frame])
    assert said.startswith("frame 1 of the runs and frame 2 of the runs have no column run; name them")


def test_numbers_and_truth_in_frames_are_what_they_are_as_text():
    runs = pd.DataFrame({"query_id": [7, 8], "doc_id": ["1", "2"], "score": [1, 1]})
    qrels = pl.DataFrame({"query_id": ["7", "8"], "doc_id": [1, 2], "relevance": [True, False]})
    assert [row[1:3] for row in read(runs)] == [row[1:3] for row in read(qrels, "qrels")] == [("7", "1"), ("8", "2")]
    assert [row[3] for row in read(qrels, "qrels")] == [(1.0).hex(), (0.0).hex()]


# Objects of Python


def nested(frame: pd.DataFrame, number: str) -> dict[str, dict[str, float]]:
    """{query: {document: number}} of a frame."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for query, doc, value in zip(frame["query_id"], frame["doc_id"], frame[number], strict=True):
        found[query][doc] = value
    return dict(found)


JUDGED = nested(QRELS, "relevance")
GOOD, POOR = (nested(one_run(run), "score") for run in ("good", "poor"))
SCORED = [ir_measures.ScoredDoc(query, doc, score) for query, docs in GOOD.items() for doc, score in docs.items()]


class OfRanx:
    """What evalsql sees of a Run or Qrels of ranx."""

    def __init__(self, given: dict, name: str | None) -> None:
        self.given, self.name = given, name

    def to_dict(self) -> dict:
        return self.given

    def to_dataframe(self) -> pd.DataFrame:
        raise NotImplementedError


@dataclass
class Scored:
    query_id: str
    doc_id: str
    score: float


def long_objects_give_the_rows_of_their_files():
    of_data = [Scored(*each) for each in SCORED]
    for given in (GOOD, SCORED, tuple(SCORED), OfRanx(GOOD, None), OfRanx(GOOD, "run"), of_data, [GOOD]):
        assert read(given) == rows_only("good", "run")
    for given in ({"run": GOOD}, {"run": SCORED}, ir_measures.read_trec_run(str(GOOD_FILE))):
        assert read(given) == rows_only("good", "run")
    for given in (
        {"good": GOOD, "poor": POOR},
        {"good": SCORED, "poor": POOR_FILE},
        {"good": one_run("good"), "poor": POOR},
        [OfRanx(GOOD, "good"), OfRanx(POOR, "poor")],
        [POOR_FILE, OfRanx(GOOD, "good")],
    ):
        assert read(given) == all_rows()
    judged = [ir_measures.Qrel(q, d, r) for q, docs in JUDGED.items() for d, r in docs.items()]
    for given in (JUDGED, OfRanx(JUDGED, None), judged, ir_measures.read_trec_qrels(str(QRELS_FILE))):
        assert read(given, "qrels") == tiny.rows_of(tiny.QRELS)
    # which can be read once
    found = check(ir_measures.read_trec_run(str(GOOD_FILE)), ir_measures.read_trec_qrels(str(QRELS_FILE)))
    assert found == check(GOOD, JUDGED)
    assert not [problem for problem in found if problem.level == "error"]


def test_the_iteration_of_qrels_names_subtopics_as_field_2_does():
    subtopics = [("q1", "d1", 1, "1"), ("q1", "d1", 1, "2"), ("q1", "d2", 1, "2")]
    of_datasets = namedtuple("TrecSubQrel", ["query_id", "doc_id", "relevance", "subtopic_id"])
    run = {"q1": {"d1": 2, "d2": 1}}
    with pytest.warns(evalsql.InputWarning, match="treating iterations"):
        by_iteration = evaluate(run, [ir_measures.Qrel(*each) for each in subtopics], "StRecall@1").fetchall()
    assert by_iteration == [("run", "q1", "StRecall@1", 1)]
    assert evaluate(run, [of_datasets(*each) for each in subtopics], "StRecall@1").fetchall() == by_iteration


def test_numbers_and_ids_may_be_of_any_type():
    for number in (2, 2.0, np.float32(2), np.float64(2), np.int32(2), 2**70, Decimal(2), "2"):
        assert read({"q1": {"a": number, "b": 1.5}})[0] == ("run", "q1", "a", float(number).hex()), repr(number)
    for ids in ((1, 10), (np.int64(1), np.int64(10)), ("1", 10), (np.str_("1"), "10"), (b"1", b"10")):
        assert [row[1:3] for row in read({ids[0]: {ids[1]: 1.0, "b": 2}})] == [("1", "10"), ("1", "b")]
    qrels = {"q1": {"d1": True, "d2": False, "d3": np.True_}}
    rows = [ir_measures.Qrel("q1", doc, rel) for doc, rel in qrels["q1"].items()]
    for judged in (qrels, rows):
        assert [float.fromhex(row[3]) for row in read(judged, "qrels")] == [1, 0, 1]
    assert [float.fromhex(row[3]) for row in read({"q1": {"d1": np.False_, "d2": np.True_}})] == [0, 1]
    run = {"q1": {}, "q2": {"d": 1}}
    with pytest.warns(evalsql.InputWarning, match="1 run/query pair of 1 run has no results"):
        rows = evaluate(run, {"q1": {"d": 1}, "q2": {"d": 1}}, "RR").fetchall()
    assert rows == [("run", "q1", "RR", 0), ("run", "q2", "RR", 1)]
    gains = evaluate({"q1": {"a": 1}}, {"q1": {"a": 2}}, "CG@1", gains={"q1": {2: 5}}).fetchall()
    assert gains == [("run", "q1", "CG@1", 5)]


FIT: Any = {"q1": {"d1": 1}}
ROW = ir_measures.ScoredDoc("q1", "d1", 1.0)
NO_RUNS: list[tuple[Any, str]] = [
    ({}, "no runs were given"),
    ({"a": {}}, "dict 1 of the runs: holds no rows, where a run was expected"),
    (iter([]), "list 1 of the runs: holds no rows, where a run was expected"),
    ({"q1": {"d1": "high"}}, "dict 1 of the runs, query q1, document d1: score is 'high'; a number was expected"),
    ({"a": {"q1": {"d1": None}}}, "a, query q1, document d1: score is null; a number was expected"),
    ({"q1": {"d1": float("nan")}}, "query q1, document d1: score is not a number (nan); a finite number"),
    ({"q1": {"d1": float("inf")}}, "query q1, document d1: score is inf; a finite number was expected"),
    ({"q1": {None: 1}}, "dict 1 of the runs, query q1: doc_id is null; every row must have one"),
    ({"q1": {"": 1}}, "doc_id is empty; every row must have one"),
    ({"q1": {"d1": 1}, "a": {"q1": {"d1": 1}}}, "query a, document q1: score is \"{'d1': 1}\"; a number was"),
    ({"q1": {"d1": 1}, "a": "a.run"}, "'a' has a str, {query_id: {doc_id: score}} was expected throughout"),
    ({"a": {"q1": ["d1", None]}}, "a dict cannot be read; give a path, a table"),
    ([ROW, ROW], "document d1 appears twice for query q1 in run run (list 1 of the runs, item 1 and"),
    ([ROW, FIT], "list 1 of the runs, item 2: a dict without query_id, where the first is a ScoredDoc"),
    ([ROW, pd.DataFrame([ROW])], "item 2: a DataFrame without query_id, where the first is a ScoredDoc"),
    ([ROW._replace(score="x")], "list 1 of the runs, item 1: score is 'x'; a number was expected"),
    ([("q1", "d1", 1.0)], "a tuple cannot be read"),
    ([FIT, FIT], 'dict 1 of the runs and dict 2 of the runs have no column run; name them, as in {"bm25": ..., '),
    ({"q1": {"d": 1}, "q2": {"\ud800": 1}}, "runs, query q2: doc_id is '\\ud800', which is not valid UTF-8"),
    ({"q1": {"d": 1}, "q2": {("d", 1): 1}}, "dict 1 of the runs, query q2: doc_id is ('d', 1), a tuple; a text"),
    ([ROW, ROW._replace(doc_id=b"\xff")], "list 1 of the runs, item 2: doc_id is b'\\xff', which is not valid UTF-8"),
    ({"q1": {"d1": True, "d2": 0.5}}, "query q1, document d1: score is 'True'; a number was expected"),
    ({"q1": {}, "q2": {}}, "dict 1 of the runs: holds no rows, where a run was expected"),
    ({"q1": {("a", 1): 2.0}}, "doc_id is ('a', 1), a tuple; a text or a number was expected"),
    ([ir_measures.ScoredDoc("q1", ("a", 1), 2.0)], "doc_id is ('a', 1), a tuple; a text or a number was expected"),
    ({"q1": {b"\xff": 1.0}}, "doc_id is b'\\xff', which is not valid UTF-8"),
    ({1: {"a": 3}, "1": {"b": 2}}, "two of its keys are '1' as text, as 1 and '1' are"),
    ([ir_measures.Qrel("q1", "d1", 1)], "list 1 of the runs: looks like judgments, where a run was expected"),
]
NO_QRELS: list[tuple[Any, str]] = [
    ({}, "no judgments were given"),
    ({"q1": {"d1": "high"}}, "dict 1 of the judgments, query q1, document d1: relevance is 'high'; a number was"),
    ({"q1": {"d1": [1, 2]}}, "a dict cannot be read"),
    ([ROW], "list 1 of the judgments: looks like a run, a list of ScoredDoc, where judgments were expected"),
    ([make_dataclass("Empty", ["query_id", "doc_id"])("q1", "d1")], "no column relevance"),
]


def test_what_is_no_run_and_what_are_no_judgments_is_refused():
    assert unsaid(NO_RUNS) == []
    assert unsaid(NO_QRELS, "qrels") == []
    for given in ({"where": 1}, {"where": ["a"]}):
        assert "where must be a text" in refusal(FIT, FIT, **given)
    with pytest.raises(InputError, match="looks like a run, where scores were expected"):
        compare({"a": FIT, "b": FIT}, None, ["RR"])
    with pytest.raises(InputError, match="baseline must be the name of a run, or several, not 3"):
        compare({"x": FIT, "y": FIT}, FIT, "AP", baseline=3)


def test_measures_of_ir_measures_are_read_by_their_text():
    asked = [ir_measures.nDCG @ 10, ir_measures.AP(rel=2), ir_measures.alpha_nDCG @ 5]
    assert [str(each) for each in evalsql.catalog.measure.as_measures(asked)] == [
        "nDCG@10",
        "AP(rel=2)",
        "alpha_nDCG@5",
    ]
    rows = evaluate(FIT, FIT, [ir_measures.RR, ir_measures.nDCG(judged_only=True) @ 10]).fetchall()
    assert rows == [("run", "q1", "RR", 1), ("run", "q1", "nDCG(judged_only=True)@10", 1)]
    assert str(evalsql.parse_measure("\u03b1_nDCG(\u03b1=0.3)@5")) == "alpha_nDCG(alpha=0.3)@5"


# What DuckDB takes from a sample of rows is taken from all of them

COUNT, PLACE = 5000, 2501  # of every fifth row, which DuckDB looks at, not one
DOCS = [f"d{number}" for number in range(COUNT)]
BEFORE = 20_480  # records of JSON that DuckDB looks at


def frame_with(number: str = "score", **columns: tuple[Any, Any]) -> pd.DataFrame:
    """Rows of one query, of which some columns hold Python objects, all alike but for one."""
    held = {"query_id": ["q"] * COUNT, "doc_id": DOCS, number: range(COUNT)}
    for name, (fill, other) in columns.items():
        values = list(fill) if isinstance(fill, range) else [fill] * COUNT
        values[PLACE] = other
        held[name] = pd.Series(values, dtype=object)
    return pd.DataFrame(held)


def long_a_column_may_be_of_another_type_than_in_the_rows_before():
    scores = [(0, 0.4), (0, 2**40), (0, 2**80), (0.5, 7), (Decimal("1.5"), Decimal("1.51")), (Decimal("1.5"), 2)]
    for number, pairs in (("score", [*scores, (0, "0.4")]), ("relevance", [(1, 2.6), (1, Decimal("2.6")), (1.5, 3)])):
        for fill, other in pairs:
            given = frame_with(number, **{number: (fill, other)})
            found = {row[2]: row[3] for row in read(given, "runs" if number == "score" else "qrels")}
            assert (found[DOCS[PLACE]], found["d1"]) == (float(other).hex(), float(fill).hex()), (fill, other)
    for other in ("007", "x", 100000.5):
        assert str(other) in {row[2] for row in read(frame_with(doc_id=(range(COUNT), other)))}
    for fill in (1, 1.5):
        said = f"row {PLACE + 1}: score is 'True'; a number was expected"
        assert unsaid([(frame_with(score=(fill, True)), said)]) == []
    missing = [(fill, none) for fill in (1, 1.5, Decimal("1.5"), "1") for none in (None, float("nan"), pd.NA)]
    assert unsaid([(frame_with(score=pair), f"row {PLACE + 1}: score is ") for pair in missing]) == []
    given = frame_with(score=(0, 0.4))
    before = given.copy()
    read(given)
    pd.testing.assert_frame_equal(given, before)


def long_a_key_of_json_counts_wherever_it_first_stands(tmp_path: Path) -> None:
    records = [{"query_id": "q", "doc_id": f"d{number}", "relevance": 0} for number in range(BEFORE)]
    records.append({"query_id": "q", "doc_id": "b", "relevance": 1, "gain": 100})
    for reverse in (False, True):
        lines = [json.dumps(each) for each in (reversed(records) if reverse else records)]
        for path in (
            put_lines(tmp_path / "q.jsonl", *lines),
            put_lines(tmp_path / "q.json", f"[{','.join(lines)}]"),
        ):
            ((*_, value),) = evaluate({"q": {"b": 1.0}}, str(path), "DCG").fetchall()
            assert value == 100
    lines = [line.replace("relevance", "score").replace('"gain": 100', '"run": "second"') for line in reversed(lines)]
    assert "record 1: run is null" in unread(put_lines(tmp_path / "r.jsonl", *lines))


# DataFrames of Spark: judgments are brought to this machine, runs are sent where they can be scored


def long_frames_of_spark(tmp_path, monkeypatch) -> None:
    for make in tiny.SPARK:
        assert read(make(tiny.QRELS), "qrels") == tiny.rows_of(tiny.QRELS)
        said = (
            "is a DataFrame of Spark; evalsql.spark.evaluate scores runs where they are, and .toArrow() (.toPandas()"
            " before Spark 4) brings those that fit to this machine"
        )
        assert unread(make(tiny.RUNS)) == f"frame 1 of the runs: {said}"
        with pytest.raises(InputError) as refused:
            compare({"mine": make(tiny.RUNS)}, QRELS_FILE, "AP")
        assert str(refused.value) == f"mine: {said}"
    monkeypatch.setattr("evalsql.database.writing.put_macros_of_scores", lambda *given, **options: None)
    frame = tiny.SPARK[0](tiny.values())
    again = compare(frame).fetchall()
    assert frame.asked == 1
    build_database(tmp_path / "e.duckdb", tiny.SPARK[0](tiny.values()))
    assert compare(f"{tmp_path}/e.duckdb::scores").fetchall() == again
    assert not is_of_spark(pa.table({"a": [1]}))
    assert not is_of_spark(type("DataFrame", (), {"__module__": "pandas.core.frame"})())


def long_scores_may_be_a_frame_of_spark() -> None:
    expected = tiny.values()
    for question in (compare, evalsql.correlate, evalsql.standardize):
        rows = question(expected).fetchall()
        assert [question(frame(expected)).fetchall() for frame in tiny.SPARK] == [rows, rows]
