"""A refusal says hard ids and names as they are, stays one short sentence, and leaves nothing behind."""

import duckdb
import pytest
from refused import GOOD_RUN, RUN, RUN_HEADER, frame, put_csv, put_jsonl, put_parquet, refusal
from written import put

from evalsql import evaluate


@pytest.mark.quick(3)
@pytest.mark.parametrize("doc", ["it's", 'a"b', "'); drop table r; --", "été 🦆", "{x}", "%s %d", "a, b"])
def test_hard_ids_stand_in_the_sentence_as_they_are(qrels, doc):
    rows = [("q1", doc, "2"), ("q1", doc, "1")]
    assert f"document {doc} is there twice for query q1" in refusal(frame(RUN_HEADER, rows), qrels)
    assert "row 1" in refusal(frame(RUN_HEADER, rows), qrels)


def test_an_id_with_a_line_break_does_not_break_the_sentence(qrels):
    rows = [("q1", "a\nb", "2"), ("q1", "a\nb", "1")]
    assert "there twice" in refusal(frame(RUN_HEADER, rows), qrels)
    rows = [("q\n9", "a", "2")]
    assert "no query in common" in refusal(frame(RUN_HEADER, rows), qrels)


def test_a_very_long_id_or_value_does_not_fill_the_screen(tmp_path, qrels):
    path = put(tmp_path / "r.run", [RUN[0], f"q1 Q0 d2 2 {'9x' * 50_000} x"])
    assert len(refusal(path, qrels)) < 1000
    path = put(tmp_path / "s.run", [RUN[0], "x" * 100_000])
    assert len(refusal(path, qrels)) < 1000


@pytest.mark.quick(3)
@pytest.mark.parametrize("name", ["it's.run", 'a"b.run', "a b.run", "[1].run", "a;b.run", "a::b.run", "%s.run"])
def test_hard_names_of_files_stand_in_the_sentence_as_they_are(tmp_path, qrels, name):
    path = put(tmp_path / name, [RUN[0], "q1 Q0 d2 2 two x"])
    assert refusal(path, qrels) == f"{path}, line 2: score is 'two'; a number was expected"


@pytest.mark.parametrize("name", ["it's.parquet", 'a"b.csv', "[1].jsonl", "a::b.parquet"])
def test_hard_names_of_files_of_other_formats_stand_in_the_sentence_as_they_are(tmp_path, qrels, name):
    write = {"parquet": put_parquet, "csv": put_csv, "jsonl": put_jsonl}[name.rpartition(".")[2]]
    path = write(tmp_path / name, RUN_HEADER, [GOOD_RUN[0], ("q1", "d2", "two")])
    assert refusal(path, qrels).startswith(f"{path}, r")


def test_refused_inputs_leave_nothing_behind_and_do_not_stop_the_next_evaluation(tmp_path, run, qrels):
    connection = duckdb.connect()
    refusal(put(tmp_path / "r.run", [RUN[0], "q1 Q0 d2 2 two x"]), qrels, connection=connection)
    assert connection.execute("select count(*) from duckdb_tables()").fetchall() == [(0,)]
    assert len(evaluate(run, qrels, "AP", connection=connection).fetchall()) == 2
