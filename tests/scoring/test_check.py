"""check says everything at once: every fault of every file, and what is doubtful, with judgments and without."""

from hashlib import sha256
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from in_process import invoke, refusal
from written import pipe, put, put_lines

from evalsql import Evaluation, InputError, check


@pytest.fixture
def faulty(tmp_path) -> dict[str, Path]:
    """Files with a fault each."""
    fine = ["q1 Q0 d0 1 2 x", "q2 Q0 d0 1 2 x"]
    (tmp_path / "cut.parquet").write_bytes(b"PAR1 and no more")
    return {
        "none": tmp_path / "none.run",
        "cut": tmp_path / "cut.parquet",
        "empty": put_lines(tmp_path / "empty.run"),
        "number": put_lines(tmp_path / "number.run", *fine, "q1 Q0 d1 2 one x", "q1 Q0 d2 2 zero x"),
        "fields": put_lines(tmp_path / "fields.run", *fine, "q1 Q0 d1"),
        "twice": put_lines(tmp_path / "twice.run", *fine, "q1 Q0 d0 2 1 x"),
        "unjudged twice": put_lines(tmp_path / "unjudged.run", *fine, "q1 Q0 d9 2 1 x", "q1 Q0 d9 2 1 x"),
        "same": put_lines(tmp_path / "other" / "same.run", *fine),
        "same again": put_lines(tmp_path / "same.run", *fine),
        "strange": put_lines(tmp_path / "strange.run", "7 Q0 d0 1 2 x"),
        "ranks": put_lines(tmp_path / "ranks.run", *fine, "q1 Q0 d1 0 1 x"),
        "extra": put_lines(tmp_path / "extra.run", *fine, "q9 Q0 d0 1 2 x"),
        "missing": put_lines(tmp_path / "missing.run", fine[0]),
        "fine": put_lines(tmp_path / "fine.run", *fine),
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


def kinds(runs: object, qrels: object) -> set[str]:
    """The kinds of problems that are found."""
    return {problem.kind for problem in check(runs, qrels)}


def test_what_is_wrong_with_runs_and_judgments_is_found_beside_one_another(tmp_path, faulty, qrels):
    twice = put_lines(tmp_path / "twice.qrels", "q1 0 d0 1", "q1 0 d0 0", "q2 0 d0 1")
    bad, none = put_lines(tmp_path / "bad.qrels", "q1 0 d0 one"), tmp_path / "none.qrels"
    both = {"judged twice", "retrieved twice", "unreadable runs", "unreadable qrels"}
    for runs, judged, expected in (
        (faulty["fine"], qrels, set()),
        ([faulty["twice"], faulty["none"]], [twice, none], both),
        # the runs are looked at where no judgments can be read, and the judgments where no runs can
        ([faulty["twice"], faulty["fields"]], none, {"unreadable qrels", "bad runs", "retrieved twice"}),
        (faulty["twice"], none, {"unreadable qrels", "retrieved twice"}),
        (faulty["none"], bad, {"unreadable runs", "bad qrels"}),
    ):
        assert kinds(runs, judged) == expected


def test_check_says_nothing_of_queries_where_the_judgments_are_empty(tmp_path, faulty):
    (found,) = check(faulty["fine"], put_lines(tmp_path / "empty.qrels"))
    assert (found.level, found.text) == (
        "error",
        f"{tmp_path / 'empty.qrels'}: holds no rows, where judgments were expected",
    )


def test_check_looks_at_all_rows_however_many(monkeypatch, faulty, qrels):
    monkeypatch.setattr("evalsql.scoring.runs.ALL_ROWS", 1)
    assert kinds(faulty["unjudged twice"], qrels) == {"retrieved twice"}
    assert kinds(faulty["ranks"], qrels) == {"rank contradicts score"}


def test_check_says_that_nothing_was_given_or_standard_input_for_both(faulty, qrels):
    for given in (([], qrels), ({}, qrels), (faulty["fine"], []), (faulty["fine"], {}), ("-", "-")):
        assert [problem.level for problem in check(*given)] == ["error"]


def test_check_reads_standard_input(monkeypatch, qrels):
    text = b"q1 Q0 d0 1 one x\nq2 Q0 d0 1 1 x\n"
    pipe(monkeypatch, text)
    assert [problem.text for problem in check("-", qrels)] == [
        "standard input, line 1: score is 'one'; a number was expected"
    ]
    pipe(monkeypatch, text.replace(b"one", b"1"))
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


def test_a_file_given_twice_is_an_error_that_hides_no_other(faulty, qrels):
    fine = faulty["fine"]
    found = check([fine, fine, faulty["none"], faulty["twice"]], qrels)
    said = " and ".join(problem.text for problem in found if problem.level == "error")
    assert "none.run: there is no such file" in said
    assert f"duplicate input: {fine}" in said
    assert "document d0 appears twice for query q1 in run twice" in said


def test_check_reads_a_reader_of_arrow_once(qrels):
    table = pa.table({"query_id": ["q1", "q2"], "doc_id": ["d0", "d0"], "score": [1.0, 1.0]})
    assert check(table.to_reader(), qrels) == []


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
    put_lines(tmp_path / "q.txt", "q1 0 d1 x")
    found = {problem.kind: problem.text for problem in check("x.parquet", "q.txt")}
    assert found["bad qrels"] == "q.txt, line 1: relevance is 'x'; a number was expected"
    assert found["unreadable inputs"].startswith("cannot be read to the end: ")
    assert 'file "x.parquet"' in found["unreadable inputs"]


RUN = "q1 Q0 d1 1 3 x\nq1 Q0 d9 2 2 x\nq3 Q0 d1 1 3 x\n"


def said(*arguments: str) -> list[str]:
    return invoke("check", *arguments).stdout.splitlines()


def test_runs_are_checked_without_judgments(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.run", RUN)
    assert said("a.run") == ["no problems"]
    put(tmp_path / "bad.run", "q1 Q0 d1 1 3 x\nq1 Q0 d1 2 2 x\nq2 Q0 d1 1\n")
    lines = said("bad.run")
    assert "line 3: 4 fields" in lines[0]
    assert "document d1 appears twice for query q1" in lines[1]
    assert [each.kind for each in check("bad.run")] == ["bad runs", "retrieved twice"]
    assert "weights are of the subtopics of judgments" in refusal("check", "a.run", "--weights", "w.csv")
    with pytest.raises(InputError, match="no judgments were given"):
        check("a.run", weights={"q1": {"1": 1.0}})
    shown = invoke("check", "a.run", "--subtopics", "yes")
    assert "--subtopics changes nothing: there are no judgments" in shown.stderr


def test_queries_and_documents_that_there_should_be(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.run", RUN)
    put(tmp_path / "topics.tsv", "q1\twhat\nq2\twhy\n")
    put(tmp_path / "corpus.csv", "doc_id\nd1\nd2\n")
    put(tmp_path / "q.txt", "q1 0 d7 1\nq1 0 d1 1\n")
    listed = [
        "warning: 1 listed query without results in 1 run (first: run a, query q2)",
        "warning: 1 query of 1 run not in the list of queries (first: q3)",
    ]
    corpus = ["warning: 1 document of the runs not in the corpus (first: d9 of query q1)"]
    assert said("a.run", "--queries", "topics.tsv") == [*listed, "0 errors, 2 warnings"]
    assert said("a.run", "--corpus", "corpus.csv") == [*corpus, "0 errors, 1 warning"]
    assert said("a.run", "--queries", "topics.tsv", "--corpus", "corpus.csv")[:-1] == listed + corpus
    beside = said("a.run", "--qrels", "q.txt", "--corpus", "corpus.csv")
    assert "warning: 1 document of the judgments not in the corpus (first: d7 of query q1)" in beside
    assert check("a.run", queries=["q1", "q3"], corpus="corpus.csv")[0].kind.startswith("documents")
