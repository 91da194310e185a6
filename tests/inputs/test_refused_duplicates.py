"""A document, a judgment or a run that appears twice is refused, and parts of one run are not."""

import gzip

import pytest
from refused import (
    GOOD_RUN,
    QRELS,
    RUN,
    RUN_HEADER,
    frame,
    put_csv,
    put_jsonl,
    put_parquet,
    refusal,
)
from written import put

from evalsql import Evaluation, evaluate

# The same twice


def test_a_document_that_a_trec_run_has_twice_in_one_query(tmp_path, qrels):
    path = put(tmp_path / "bm25.run", ["# comment", *RUN, "q1 Q0 d1 9 0 x"])
    said = refusal(path, qrels)
    assert said == f"document d1 appears twice for query q1 in run bm25 ({path}, line 2 and {path}, line 5)"


def test_how_many_more_documents_are_there_twice_is_said(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, *RUN])
    assert refusal(path, qrels).endswith("; 2 more such documents")


def test_a_document_that_two_parts_of_a_run_have(tmp_path, qrels):
    header = ("run", *RUN_HEADER)
    put_parquet(tmp_path / "1.parquet", header, [("x", *row) for row in GOOD_RUN])
    put_parquet(tmp_path / "2.parquet", header, [("x", "q3", "d1", "1"), ("x", "q1", "d2", "0")])
    said = refusal(f"{tmp_path}/?.parquet", qrels)
    assert said.startswith("document d2 appears twice for query q1 in run x ")
    assert f"({tmp_path}/1.parquet, row 2 and {tmp_path}/2.parquet, row 2)" in said


def test_one_document_in_two_queries_or_in_two_runs_is_fine(tmp_path, qrels):
    other = put(tmp_path / "other.run", RUN)
    assert len(evaluate([put(tmp_path / "r.run", RUN), other], qrels, "AP").fetchall()) == 4


@pytest.fixture
def few_rows(monkeypatch) -> None:
    """Runs of more than three rows are too many to look at all."""
    monkeypatch.setattr("evalsql.scoring.runs.ALL_ROWS", 3)


@pytest.mark.usefixtures("few_rows")
def test_a_judged_document_twice_is_refused_however_many_rows_there_are(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d1 9 0 x"])
    assert "document d1 appears twice for query q1 in run r" in refusal(path, qrels)


@pytest.mark.usefixtures("few_rows")
def test_an_unjudged_document_twice_among_very_many_rows_is_refused_when_strict(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d9 8 0.5 x", "q1 Q0 d9 9 0 x"])
    assert len(evaluate(path, qrels, "AP").fetchall()) == 2
    assert "document d9 appears twice for query q1 in run r" in refusal(path, qrels, strict=True)


@pytest.mark.usefixtures("few_rows")
def test_what_was_not_looked_for_is_said(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d9 8 0.5 x"])
    said = "duplicates were looked for among judged documents only"
    assert str(Evaluation(path, qrels).coverage).endswith(said)
    assert said not in str(Evaluation(path, qrels, strict=True).coverage)
    assert said not in str(Evaluation(put(tmp_path / "s.run", RUN), qrels).coverage)


@pytest.mark.usefixtures("few_rows")
def test_as_many_rows_as_are_looked_at_in_passes_are_all_looked_at(tmp_path, qrels, monkeypatch):
    monkeypatch.setattr("evalsql.scoring.evaluation.pass_size", lambda connection: 1)
    for each in (1, 2):
        put_parquet(tmp_path / f"{each}.parquet", RUN_HEADER, GOOD_RUN[:each])
    paths = [tmp_path / "1.parquet", tmp_path / "2.parquet"]
    said = "duplicates were looked for among judged documents only"
    assert said not in str(Evaluation(paths, qrels, measures="AP", keep=False).coverage)
    put_parquet(tmp_path / "2.parquet", RUN_HEADER, GOOD_RUN)
    assert str(Evaluation(paths, qrels, measures="AP", keep=False).coverage).endswith(said)


def test_an_unjudged_document_twice_is_refused(tmp_path, qrels):
    path = put(tmp_path / "r.run", [*RUN, "q1 Q0 d9 8 0.5 x", "q1 Q0 d9 9 0 x"])
    assert "document d9 appears twice for query q1 in run r" in refusal(path, qrels)


def test_a_judgment_that_is_twice_in_trec_text_even_with_the_same_relevance(tmp_path, run):
    path = put(tmp_path / "q.txt", [*QRELS, *QRELS])
    said = refusal(run, path)
    assert said.startswith(f"document d1 is judged twice for query q1 ({path}, line 1 and {path}, line 4)")
    assert said.endswith("; 2 more such judgments")


def test_a_judgment_that_two_files_hold(tmp_path, run, qrels):
    other = put(tmp_path / "other.qrels", ["q3 0 d1 1", QRELS[1]])
    said = refusal(run, [qrels, other])
    assert said == f"document d2 is judged twice for query q1 ({qrels}, line 2 and {other}, line 2)"


def test_a_judgment_that_is_twice_for_one_subtopic(tmp_path, run):
    path = put(tmp_path / "q.txt", ["q1 1 d1 1", "q1 2 d1 0", "q1 2 d1 1"])
    said = refusal(run, path)
    assert said.startswith(
        f"document d1 is judged twice for subtopic 2 of query q1 ({path}, line 2 and {path}, line 3)"
    )
    assert said.endswith(", with relevance 0 and 1")
    path = put(tmp_path / "q.txt", ["q1 1 d1 1", "q1 2 d1 1", "q1 2 d1 1"])
    assert refusal(run, path).endswith(f"{path}, line 3)")


# Runs of one name


def test_two_trec_files_of_one_name(tmp_path, qrels):
    one, two = put(tmp_path / "a" / "bm25.run", RUN), put(tmp_path / "b" / "bm25.run", RUN)
    said = refusal([one, two], qrels)
    assert said.startswith(f"{one} and {two} both hold a run called bm25; ")
    assert refusal(f"{tmp_path}/?/bm25.run", qrels).startswith(f"{one} and {two} both hold a run called bm25; ")


def test_two_trec_files_of_one_name_but_for_the_suffix(tmp_path, qrels):
    one = put(tmp_path / "bm25.run", RUN)
    two = put(tmp_path / "bm25.run.gz", gzip.compress((tmp_path / "bm25.run").read_bytes()))
    assert f"{one} and {two} both hold a run called bm25" in refusal([one, two], qrels)


def test_a_trec_file_and_a_parquet_file_with_the_same_run(tmp_path, qrels):
    one = put(tmp_path / "bm25.run", RUN)
    two = put_parquet(tmp_path / "all.parquet", ("run", *RUN_HEADER), [("bm25", "q1", "d7", "1")])
    said = refusal([one, two], qrels)
    assert "both hold a run called bm25" in said
    assert str(one) in said
    assert str(two) in said


def test_two_parquet_files_given_apart_with_the_same_run(tmp_path, qrels):
    header = ("run", *RUN_HEADER)
    one = put_parquet(tmp_path / "1.parquet", header, [("x", *row) for row in GOOD_RUN[:2]])
    two = put_parquet(tmp_path / "2.parquet", header, [("x", *row) for row in GOOD_RUN[2:]])
    said = refusal([one, two], qrels)
    assert said.startswith(f"{one} and {two} both hold a run called x; ")
    assert "a folder or a quoted pattern" in said
    assert len(evaluate(f"{tmp_path}/?.parquet", qrels, "AP").fetchall()) == 2


def test_a_ranking_that_goes_on_in_a_second_file_before_another_run(tmp_path, qrels):
    header = ("run", *RUN_HEADER)
    one = put_parquet(tmp_path / "1.parquet", header, [("x", "q1", "d1", "3")])
    two = put_parquet(tmp_path / "2.parquet", header, [("x", "q1", "d2", "2"), ("y", "q1", "d1", "1")])
    assert refusal([one, two], qrels).startswith(f"{one} and {two} both hold a run called x; ")


@pytest.mark.parametrize("write", [put_csv, put_jsonl, put_parquet])
def test_parts_of_a_quoted_pattern_may_share_a_run(tmp_path, qrels, write):
    header, suffix = ("run", *RUN_HEADER), write.__name__.removeprefix("put_")
    write(tmp_path / f"part1.{suffix}", header, [("x", *row) for row in GOOD_RUN[:1]])
    write(tmp_path / f"part2.{suffix}", header, [("x", *row) for row in GOOD_RUN[1:]])
    whole = evaluate(put(tmp_path / "x.run", RUN), qrels, "AP").fetchall()
    assert evaluate(f"{tmp_path}/part*", qrels, "AP").fetchall() == whole


def test_parts_of_a_run_may_be_named_as_the_run(tmp_path, qrels):
    for folder, rows in (("en", GOOD_RUN[:1]), ("de", GOOD_RUN[1:])):
        (tmp_path / folder).mkdir()
        put_parquet(tmp_path / folder / "x.parquet", ("run", *RUN_HEADER), [("x", *row) for row in rows])
    whole = evaluate(put(tmp_path / "x.run", RUN), qrels, "AP").fetchall()
    assert evaluate(f"{tmp_path}/*/*.parquet", qrels, "AP").fetchall() == whole


@pytest.mark.parametrize("name", ["fine.run", "fine.parquet", "fine.csv"])
def test_the_same_file_given_twice(tmp_path, qrels, name):
    write = {"run": lambda path, *_: put(path, RUN), "parquet": put_parquet, "csv": put_csv}[name.rpartition(".")[2]]
    path = write(tmp_path / name, RUN_HEADER, GOOD_RUN)
    said = refusal([path, path], qrels)
    assert "fine" in said
    assert str(path) in said
    assert "fine" in refusal([path, f"{tmp_path}/fine.[a-z]*"], qrels)


def test_two_tables_of_one_run(tmp_path, qrels):
    given = frame(("run", *RUN_HEADER), [("x", *row) for row in GOOD_RUN[:2]])
    other = frame(("run", *RUN_HEADER), [("x", *row) for row in GOOD_RUN[2:]])
    assert "run called x" in refusal([given, other], qrels)


def test_two_frames_in_a_list_that_have_no_run_column(qrels):
    assert "run" in refusal([frame(RUN_HEADER, GOOD_RUN[:2]), frame(RUN_HEADER, GOOD_RUN[2:])], qrels)
