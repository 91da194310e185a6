"""check says everything at once: every fault of every file, and what is doubtful."""

import io
import sys
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from written import put_lines as put

from evalsql import Evaluation, InputError, check


@pytest.fixture
def faulty(tmp_path) -> dict[str, Path]:
    """Files with a fault each."""
    fine = ["q1 Q0 d0 1 2 x", "q2 Q0 d0 1 2 x"]
    (tmp_path / "cut.parquet").write_bytes(b"PAR1 and no more")
    return {
        "none": tmp_path / "none.run",
        "cut": tmp_path / "cut.parquet",
        "empty": put(tmp_path / "empty.run"),
        "number": put(tmp_path / "number.run", *fine, "q1 Q0 d1 2 one x", "q1 Q0 d2 2 zero x"),
        "fields": put(tmp_path / "fields.run", *fine, "q1 Q0 d1"),
        "twice": put(tmp_path / "twice.run", *fine, "q1 Q0 d0 2 1 x"),
        "unjudged twice": put(tmp_path / "unjudged.run", *fine, "q1 Q0 d9 2 1 x", "q1 Q0 d9 2 1 x"),
        "same": put(tmp_path / "other" / "same.run", *fine),
        "same again": put(tmp_path / "same.run", *fine),
        "strange": put(tmp_path / "strange.run", "7 Q0 d0 1 2 x"),
        "ranks": put(tmp_path / "ranks.run", *fine, "q1 Q0 d1 0 1 x"),
        "extra": put(tmp_path / "extra.run", *fine, "q9 Q0 d0 1 2 x"),
        "missing": put(tmp_path / "missing.run", fine[0]),
        "fine": put(tmp_path / "fine.run", *fine),
    }


KINDS = {
    "none": ("error", "unreadable runs", "none.run: there is no such file", 1),
    "cut": ("error", "unreadable runs", "cut.parquet: not readable as Parquet", 1),
    "empty": ("error", "empty runs", "empty.run: holds no rows", 1),
    "number": ("error", "bad runs", "number.run, line 3: score is 'one'", 2),
    "fields": ("error", "bad runs", "fields.run, line 3: 3 fields", 1),
    "twice": ("error", "retrieved twice", "document d0 appears twice for query q1 in run twice", 1),
    "unjudged twice": ("error", "retrieved twice", "document d9 appears twice for query q1 in run unjudged", 1),
    "strange": ("error", "no query in common", "run strange and the judgments have no query in common", 1),
    "ranks": ("warning", "rank contradicts score", "1 ranking of 1 run", 1),
    "extra": ("warning", "queries without judgments", "1 query of 1 run", 1),
    "missing": ("warning", "judged queries without an answer", "1 run/query pair of 1 run has no results", 1),
}


def long_check_finds_each_fault_and_says_first_what_evaluate_refuses_with(faulty, qrels):
    for fault, (level, kind, text, count) in KINDS.items():
        problems = check(faulty[fault], qrels)
        found = [problem for problem in problems if problem.kind == kind]
        assert [(problem.level, problem.kind, problem.count) for problem in found] == [(level, kind, count)]
        assert text in found[0].text
        assert "\n" not in found[0].text
        if level == "error":
            with pytest.raises(InputError) as caught:
                Evaluation(faulty[fault], qrels)
            assert problems[0].text == str(caught.value)


def test_check_says_that_a_file_was_given_twice(faulty, qrels):
    found = check([faulty["fine"], faulty["fine"]], qrels)
    assert found[0].level == "error"
    assert f"duplicate input: {faulty['fine']}" in [problem.text for problem in found]


def test_check_finds_every_fault_at_once_and_says_errors_first(faulty, qrels):
    found = check(list(faulty.values()), qrels)
    counts: dict[str, list[int]] = {}
    for problem in found:
        counts.setdefault(problem.kind, []).append(problem.count)
    # one faulty file hides the fault of no other
    assert counts == {
        **{"unreadable runs": [1, 1], "empty runs": [1], "bad runs": [1, 2], "run in two files": [2]},
        **{"retrieved twice": [4], "no query in common": [1], "queries without judgments": [2]},
        **{"judged queries without an answer": [3], "rank contradicts score": [1]},
    }
    levels = [problem.level for problem in found]
    assert levels == sorted(levels)


def test_check_finds_nothing_where_nothing_is_wrong(faulty, qrels):
    assert check(faulty["fine"], qrels) == []


def test_check_finds_faults_of_the_judgments_and_of_the_runs(tmp_path, faulty, qrels):
    twice = put(tmp_path / "twice.qrels", "q1 0 d0 1", "q1 0 d0 0", "q2 0 d0 1")
    found = {problem.kind for problem in check([faulty["twice"], faulty["none"]], [twice, tmp_path / "none.qrels"])}
    assert found == {"judged twice", "retrieved twice", "unreadable runs", "unreadable qrels"}


def test_check_looks_at_the_runs_even_where_no_judgments_can_be_read(tmp_path, faulty):
    found = {problem.kind for problem in check([faulty["twice"], faulty["fields"]], tmp_path / "none.qrels")}
    assert found >= {"unreadable qrels", "bad runs"}
    found = {problem.kind for problem in check(faulty["twice"], tmp_path / "none.qrels")}
    assert found == {"unreadable qrels", "retrieved twice"}


def test_check_says_nothing_of_queries_where_the_judgments_are_empty(tmp_path, faulty):
    (found,) = check(faulty["fine"], put(tmp_path / "empty.qrels"))
    assert (found.level, found.text) == (
        "error",
        f"{tmp_path / 'empty.qrels'}: holds no rows, where judgments were expected",
    )


def test_check_looks_at_the_judgments_even_where_no_runs_can_be_read(tmp_path, faulty):
    bad = put(tmp_path / "bad.qrels", "q1 0 d0 one")
    assert {problem.kind for problem in check(faulty["none"], bad)} == {"unreadable runs", "bad qrels"}


def test_check_looks_at_all_rows_however_many(monkeypatch, faulty, qrels):
    monkeypatch.setattr("evalsql.scoring.runs.ALL_ROWS", 1)
    assert [problem.kind for problem in check(faulty["unjudged twice"], qrels)] == ["retrieved twice"]
    assert [problem.kind for problem in check(faulty["ranks"], qrels)] == ["rank contradicts score"]


@pytest.mark.parametrize("nothing", [[], {}], ids=["list", "mapping"])
def test_check_says_that_nothing_was_given(faulty, qrels, nothing):
    assert [problem.level for problem in check(nothing, qrels)] == ["error"]
    assert [problem.level for problem in check(faulty["fine"], nothing)] == ["error"]


def test_check_reads_standard_input(monkeypatch, qrels):
    text = b"q1 Q0 d0 1 one x\nq2 Q0 d0 1 1 x\n"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    assert [problem.text for problem in check("-", qrels)] == [
        "standard input, line 1: score is 'one'; a number was expected"
    ]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.replace(b"one", b"1"))))
    assert check("-", qrels) == []


def test_check_reads_frames_mappings_and_tables_of_a_connection(qrels):
    connection = duckdb.connect()
    connection.execute("create table runs as select 'q1' as query_id, 'd0' as doc_id, 1 as score")
    relation = connection.sql("from runs union all from runs")
    found = check({"once": connection.sql("from runs"), "twice": relation.to_arrow_table()}, qrels)
    assert "in run twice (twice, row 1 and twice, row 2)" in found[0].text
    found = check("runs", qrels, connection=connection)
    assert [problem.kind for problem in found] == ["judged queries without an answer"]
    assert connection.execute("show all tables").fetchall()[0][2] == "runs"
    assert len(connection.execute("show all tables").fetchall()) == 1


def test_a_file_given_twice_does_not_hide_other_faults(tmp_path, faulty, qrels):
    fine = put(tmp_path / "r.run", "q1 Q0 d0 1 2 x", "q2 Q0 d0 1 2 x")
    said = " and ".join(problem.text for problem in check([fine, fine, faulty["none"], faulty["twice"]], qrels))
    assert "none.run: there is no such file" in said
    assert f"duplicate input: {fine}" in said
    assert "document d0 appears twice for query q1 in run twice" in said


def test_check_reads_a_reader_of_arrow_once(qrels):
    table = pa.table({"query_id": ["q1", "q2"], "doc_id": ["d0", "d0"], "score": [1.0, 1.0]})
    assert check(table.to_reader(), qrels) == []


def test_check_says_that_standard_input_was_given_for_both():
    assert [problem.level for problem in check("-", "-")] == ["error"]


def test_check_says_one_sentence_of_a_relevance_that_is_no_number():
    rows = [("q1", "a", float("nan")), ("q1", "b", 1.0)]
    qrels = pa.Table.from_pylist([dict(zip(("query_id", "doc_id", "relevance"), row, strict=True)) for row in rows])
    assert [problem.text for problem in check({"a": {"q1": {"b": 1.0}}}, qrels)] == [
        "frame 1 of the judgments, row 1: relevance is not a number (nan); a finite number was expected"
    ]


def test_a_page_of_parquet_that_is_damaged_does_not_hide_other_faults(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    docs = [sha256(bytes([place])).hexdigest() for place in range(200)]
    rows = {"run": ["x"] * 200, "query_id": ["q1"] * 200, "doc_id": docs, "score": [1.0] * 200}
    pq.write_table(pa.table(rows), "x.parquet", compression="snappy", use_dictionary=False, write_statistics=False)
    held = bytearray(Path("x.parquet").read_bytes())
    at = held.index(docs[50].encode())
    held[at - 8 : at + 64] = b"\xff" * 72
    Path("x.parquet").write_bytes(held)
    put(tmp_path / "q.txt", "q1 0 d1 x")
    found = {problem.kind: problem.text for problem in check("x.parquet", "q.txt")}
    assert found["bad qrels"] == "q.txt, line 1: relevance is 'x'; a number was expected"
    assert found["unreadable inputs"].startswith("cannot be read to the end: ")
    assert 'file "x.parquet"' in found["unreadable inputs"]
