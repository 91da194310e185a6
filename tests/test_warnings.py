"""What is doubtful is warned of and counted; check says everything at once; the coverage says what was scored."""

import io
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import FIXTURES

from evalsql import Evaluation, InputError, check, evaluate

TINY = FIXTURES / "tiny"
GOOD, POOR, QRELS = TINY / "good.run", TINY / "poor.run", TINY / "qrels.txt"
ALL = ["q1", "q2", "q3", "q4", "q5", "q6", "q7"]


def put(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def ranking(path: Path, *pairs: tuple, query: str = "q1") -> Path:
    """A run of one query: the rank and score of each document."""
    lines = [f"{query} Q0 d{place} {rank} {score} x" for place, (rank, score) in enumerate(pairs)]
    return put(path, *(path.read_text().splitlines() if path.exists() else []), *lines)


def warned(runs, qrels=QRELS, **options) -> dict[str, tuple[int, str]]:
    """The count and the text of each warning, by its kind."""
    found = Evaluation(runs, qrels, **options).warnings
    assert all(problem.level == "warning" and "\n" not in problem.text for problem in found)
    return {problem.kind: (problem.count, problem.text) for problem in found}


@pytest.fixture
def qrels(tmp_path) -> Path:
    return put(tmp_path / "q.txt", "q1 0 d0 1", "q2 0 d0 1")


# Warnings


def test_inputs_without_fault_give_no_warning(tmp_path, qrels):
    run = put(tmp_path / "r.run", "q1 Q0 d0 1 2 x", "q1 Q0 d1 2 1 x", "q2 Q0 d1 1 1 x")
    assert warned(run, qrels) == {}


def test_queries_without_judgments_are_counted():
    count, text = warned(GOOD)["queries without judgments"]
    assert count == 1
    assert "1 query of 1 run without judgments" in text
    assert "q8" in text


def test_queries_without_judgments_are_counted_once_however_many_runs_answer_them(tmp_path):
    other = put(tmp_path / "other.run", "q1 Q0 d01 1 1 x", "q9 Q0 d01 1 1 x", "q91 Q0 d01 1 1 x")
    count, text = warned([GOOD, POOR, other])["queries without judgments"]
    assert count == 3
    assert "3 queries of 3 runs without judgments" in text
    assert "q8" in text


def test_judged_queries_without_an_answer_are_counted():
    found = warned([GOOD, POOR])
    count, text = found["judged queries without an answer"]
    assert count == 1
    assert "1 judged query without an answer in 1 run" in text
    assert "the first: poor, query q3" in text


def test_judged_queries_without_an_answer_are_counted_in_each_run(tmp_path):
    other = put(tmp_path / "other.run", "q3 Q0 d01 1 1 x", "q4 Q0 d01 1 1 x")
    count, text = warned([GOOD, POOR, other])["judged queries without an answer"]
    assert count == 6
    assert "6 judged queries without an answer in 2 runs" in text
    assert "the first: other, query q1" in text


def test_only_the_listed_queries_need_an_answer():
    assert "judged queries without an answer" not in warned([GOOD, POOR], queries=["q1", "q2"])
    assert warned([GOOD, POOR], queries=["q3", "q2"])["judged queries without an answer"][0] == 1


def test_judged_queries_that_are_not_listed_are_not_without_judgments():
    assert warned(GOOD, queries=["q1"])["queries without judgments"][0] == 1


@pytest.mark.parametrize(
    "pairs",
    [
        [(2, 9), (1, 8)],
        [(1, 7), (2, 8), (3, 9)],
        [(1, 9), (3, 8), (2, 7)],
        [(1, 0.1), (0, 0.2), (2, 0.15)],
        [(1, 9), (2, 9), (4, 8), (3, 7), (5, 6)],
        [(10, -1), (9, -2)],
    ],
)
def test_ranks_that_contradict_the_scores_are_warned_of(tmp_path, qrels, pairs):
    count, text = warned(ranking(tmp_path / "bm25.run", *pairs), qrels, queries=["q1"])["rank contradicts score"]
    assert count == 1
    assert "the rank column contradicts the scores in 1 ranking of 1 run" in text
    assert "the first: bm25, query q1" in text


@pytest.mark.parametrize(
    "pairs",
    [
        pytest.param([(1, 9), (2, 8), (3, 7)], id="from 1"),
        pytest.param([(0, 9), (1, 8), (2, 7)], id="from 0"),
        pytest.param([(10, 9), (20, 8), (35, 7)], id="with gaps"),
        pytest.param([(0, 9), (0, 8), (0, 7)], id="constant"),
        pytest.param([(1, 9), (1, 8), (2, 7)], id="shared"),
        pytest.param([(3, 7), (1, 9), (2, 8)], id="lines in another order"),
        pytest.param([(2, 9), (1, 9), (3, 8)], id="ties in one order"),
        pytest.param([(1, 9), (2, 9), (3, 8)], id="ties in the other order"),
        pytest.param([(3, 5), (1, 5), (2, 5), (6, 4), (5, 4), (4, 4)], id="ties throughout"),
        pytest.param([("-", 9), ("-", 8)], id="no number"),
        pytest.param([(1, 9), ("?", 8), (2, 7)], id="one that is no number"),
        pytest.param([(-2, 9), (-1, 8)], id="negative"),
    ],
)
def test_ranks_that_agree_with_the_scores_or_say_nothing_are_not_warned_of(tmp_path, qrels, pairs):
    assert warned(ranking(tmp_path / "r.run", *pairs), qrels, queries=["q1"]) == {}


def test_rankings_whose_ranks_contradict_are_counted(tmp_path, qrels):
    for run in ("a", "b", "c"):
        ranking(tmp_path / f"{run}.run", (1, 9), (2, 8), query="q1")
        ranking(tmp_path / f"{run}.run", *([(1, 8), (2, 9)] if run != "a" else [(1, 9), (2, 8)]), query="q2")
    ranking(tmp_path / "d.run", (2, 9), (1, 8), query="q1")
    count, text = warned([*tmp_path.glob("*.run")], qrels)["rank contradicts score"]
    assert count == 3
    assert "3 rankings of 3 runs" in text
    assert "the first: b, query q2" in text


def test_a_rank_column_of_parquet_is_looked_at_and_may_be_missing(tmp_path, qrels):
    table = pa.table({"query_id": ["q1", "q1"], "doc_id": ["d0", "d1"], "score": [1.0, 2.0], "rank": [1, 2]})
    pq.write_table(table, tmp_path / "r.parquet")
    pq.write_table(table.drop(["rank"]), tmp_path / "s.parquet")
    assert "1 ranking of 1 run" in warned(tmp_path / "r.parquet", qrels)["rank contradicts score"][1]
    assert "rank contradicts score" not in warned(tmp_path / "s.parquet", qrels)


def test_the_scores_decide_where_the_ranks_contradict_them(tmp_path):
    text = [line.split() for line in GOOD.read_text().splitlines()]
    run = put(tmp_path / "good.run", *(" ".join([*f[:3], str(100 - int(f[3])), *f[4:]]) for f in text))
    assert "8 rankings of 1 run" in warned(run)["rank contradicts score"][1]
    measures = ["AP", "nDCG@3"]
    assert Evaluation(run, QRELS).score(measures).fetchall() == Evaluation(GOOD, QRELS).score(measures).fetchall()


def test_ranks_are_looked_at_in_very_many_rows_only_when_strict(monkeypatch, tmp_path, qrels):
    monkeypatch.setattr("evalsql.inputs.checks.ALL_ROWS", 1)
    run = ranking(tmp_path / "r.run", (2, 9), (1, 8))
    assert "rank contradicts score" not in warned(run, qrels)
    assert "rank contradicts score" in warned(run, qrels, strict=True)


def test_evaluate_warns_at_the_line_that_called_it():
    with pytest.warns(UserWarning, match="without") as caught:
        evaluate([GOOD, POOR], QRELS, "AP")
    assert [Path(each.filename).name for each in caught] == ["test_warnings.py"] * 2
    assert {str(each.message) for each in caught} == {text for _, text in warned([GOOD, POOR]).values()}


def test_an_evaluation_keeps_its_warnings_to_itself():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(Evaluation([GOOD, POOR], QRELS).warnings) == 2


def test_refused_inputs_are_not_warned_of(tmp_path):
    bad = put(tmp_path / "bad.run", "q1 Q0 d0 1 one x")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InputError, match="score is 'one'"):
            evaluate([POOR, bad], QRELS, "AP")


def test_documents_judged_for_several_subtopics_are_counted(tmp_path):
    qrels = put(tmp_path / "q.txt", "q1 1 d0 1", "q1 2 d0 0", "q1 1 d1 1", "q2 1 d0 1", "q2 2 d0 1", "q2 3 d0 1")
    run = put(tmp_path / "r.run", "q1 Q0 d0 1 1 x", "q2 Q0 d0 1 1 x")
    count, text = warned(run, qrels)["judged by subtopic"]
    assert count == 2
    assert "2 documents judged for several subtopics" in text
    assert "best relevance" in text


def test_the_same_judgment_twice_is_not_taken_for_subtopics(tmp_path):
    qrels = put(tmp_path / "q.txt", "q1 0 d0 1", "q1 0 d0 0")
    run = put(tmp_path / "r.run", "q1 Q0 d0 1 1 x")
    assert [problem.kind for problem in check(run, qrels)] == ["judged twice"]


# check


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
    "twice": ("error", "retrieved twice", "document d0 is there twice for query q1 in run twice", 1),
    "unjudged twice": ("error", "retrieved twice", "document d9 is there twice for query q1 in run unjudged", 1),
    "strange": ("error", "no query in common", "run strange and the judgments have no query in common", 1),
    "ranks": ("warning", "rank contradicts score", "1 ranking of 1 run", 1),
    "extra": ("warning", "queries without judgments", "1 query of 1 run", 1),
    "missing": ("warning", "judged queries without an answer", "1 judged query without an answer in 1 run", 1),
}


@pytest.mark.parametrize("fault", KINDS)
def test_check_finds_a_fault(faulty, qrels, fault):
    found = [problem for problem in check(faulty[fault], qrels) if problem.kind == KINDS[fault][1]]
    assert [(problem.level, problem.kind, problem.count) for problem in found] == [(*KINDS[fault][:2], KINDS[fault][3])]
    assert KINDS[fault][2] in found[0].text
    assert "\n" not in found[0].text


@pytest.mark.parametrize("fault", KINDS)
def test_check_finds_a_fault_beside_runs_without_any(faulty, qrels, fault):
    assert KINDS[fault][1] in {problem.kind for problem in check([faulty["fine"], faulty[fault]], qrels)}


@pytest.mark.parametrize("other", ["none", "number", "twice"])
@pytest.mark.parametrize("fault", KINDS)
def test_one_faulty_file_does_not_hide_the_fault_of_another(faulty, qrels, fault, other):
    files = {faulty[other], faulty["fine"], faulty[fault]}
    assert KINDS[fault][1] in {problem.kind for problem in check(list(files), qrels)}


def test_check_says_that_a_file_was_given_twice(faulty, qrels):
    found = check([faulty["fine"], faulty["fine"]], qrels)
    assert found[0].level == "error"
    assert f"{faulty['fine']}: was given twice" in [problem.text for problem in found]


def test_check_finds_every_fault_at_once_and_says_errors_first(faulty, qrels):
    found = check(list(faulty.values()), qrels)
    assert {problem.kind for problem in found} >= {kind for _, kind, *_ in KINDS.values()} | {"run in two files"}
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


def test_check_looks_at_the_judgments_even_where_no_runs_can_be_read(tmp_path, faulty):
    bad = put(tmp_path / "bad.qrels", "q1 0 d0 one")
    assert {problem.kind for problem in check(faulty["none"], bad)} == {"unreadable runs", "bad qrels"}


def test_check_looks_at_all_rows_however_many(monkeypatch, faulty, qrels):
    monkeypatch.setattr("evalsql.inputs.checks.ALL_ROWS", 1)
    assert [problem.kind for problem in check(faulty["unjudged twice"], qrels)] == ["retrieved twice"]
    assert [problem.kind for problem in check(faulty["ranks"], qrels)] == ["rank contradicts score"]


@pytest.mark.parametrize("nothing", [[], {}], ids=["list", "mapping"])
def test_check_says_that_nothing_was_given(faulty, qrels, nothing):
    assert [problem.level for problem in check(nothing, qrels)] == ["error"]
    assert [problem.level for problem in check(faulty["fine"], nothing)] == ["error"]


@pytest.mark.parametrize("fault", [fault for fault in KINDS if KINDS[fault][0] == "error"])
def test_check_says_first_what_evaluate_refuses_with(faulty, qrels, fault):
    with pytest.raises(InputError) as caught:
        Evaluation(faulty[fault], qrels)
    assert check(faulty[fault], qrels)[0].text == str(caught.value)


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
    assert connection.sql("show all tables").fetchall()[0][2] == "runs"
    assert len(connection.sql("show all tables").fetchall()) == 1


# Coverage, population, queries and depth


def test_the_coverage_counts_the_queries():
    coverage = Evaluation([GOOD, POOR], QRELS).coverage
    assert (coverage.runs, coverage.queries, coverage.missing, coverage.extra) == (2, 7, 1, 1)
    assert str(coverage) == (
        "over 7 judged queries; 1 unanswered one scored as an empty ranking; 1 query without judgments left out"
    )


def test_the_coverage_of_runs_that_answer_all_queries_and_no_more_is_short(tmp_path, qrels):
    run = put(tmp_path / "r.run", "q1 Q0 d0 1 1 x", "q2 Q0 d0 1 1 x")
    assert str(Evaluation(run, qrels).coverage) == "over 2 judged queries"


def test_the_coverage_counts_unanswered_queries_of_each_run(tmp_path):
    other = put(tmp_path / "other.run", "q3 Q0 d01 1 1 x", "q9 Q0 d01 1 1 x")
    said = str(Evaluation([GOOD, POOR, other], QRELS).coverage)
    assert "over 7 judged queries; 7 unanswered ones scored as an empty ranking; 2 queries without judgments" in said


def test_the_coverage_of_the_intersection_says_what_was_left_out():
    coverage = Evaluation([GOOD, POOR], QRELS, population="intersection").coverage
    assert str(coverage) == (
        "of each run over those of the 7 judged queries that it answers; 1 unanswered one left out;"
        " 1 query without judgments left out"
    )


def test_the_coverage_counts_the_listed_queries_only():
    coverage = Evaluation([GOOD, POOR], QRELS, queries=["q1", "q3"]).coverage
    assert (coverage.queries, coverage.missing) == (2, 1)
    assert str(coverage).startswith("over 2 judged queries; 1 unanswered one scored as an empty ranking")
    assert str(Evaluation(GOOD, QRELS, queries=["q1"]).coverage).startswith("over 1 judged query;")


def test_the_coverage_says_the_depth():
    assert str(Evaluation(GOOD, QRELS, depth=1).coverage).endswith("; the first 1 document of each ranking")
    assert str(Evaluation(GOOD, QRELS, depth=1000).coverage).endswith("; the first 1,000 documents of each ranking")


def average_precision(runs, **options) -> dict[tuple[str, str], float]:
    return {(run, query): value for run, query, _, value in Evaluation(runs, QRELS, **options).score("AP").fetchall()}


def test_every_judged_query_is_scored_and_no_other():
    found = average_precision([GOOD, POOR])
    assert set(found) == {(run, query) for run in ("good", "poor") for query in ALL}
    assert found["poor", "q3"] == 0


def test_the_intersection_scores_of_each_run_the_queries_that_it_answers():
    found = average_precision([GOOD, POOR], population="intersection")
    whole = average_precision([GOOD, POOR])
    del whole["poor", "q3"]
    assert found == whole


def test_the_mean_over_the_intersection_leaves_out_what_is_unanswered():
    (_, mean) = Evaluation(POOR, QRELS).leaderboard("AP").fetchall()[0]
    (_, other) = Evaluation(POOR, QRELS, population="intersection").leaderboard("AP").fetchall()[0]
    assert round(mean, 4) == 0.2582
    assert other == pytest.approx(mean * 7 / 6, abs=1e-12)


@pytest.mark.parametrize("queries", [["q7", "q1"], ("q7", "q1"), ["q1", "q7", "q1"], {"q1": 0, "q7": 0}.keys()])
def test_listed_queries_alone_are_scored(queries):
    whole = average_precision([GOOD, POOR])
    expected = {key: value for key, value in whole.items() if key[1] in ("q1", "q7")}
    assert average_precision([GOOD, POOR], queries=queries) == expected


def test_listed_queries_may_be_numbers(tmp_path):
    run, qrels = put(tmp_path / "r.run", "1 Q0 d 1 1 x", "2 Q0 d 1 1 x"), put(tmp_path / "q.txt", "1 0 d 1", "2 0 d 1")
    assert Evaluation(run, qrels, queries=[2]).score("AP").fetchall() == [("r", "2", "AP", 1.0)]


def test_listed_queries_with_hard_names_are_no_sql(tmp_path):
    names = ["it's", "');drop--", 'a"b', "[1,2]", "null"]
    qrels = put(tmp_path / "q.txt", *(f"{name} 0 d 1" for name in [*names, "other"]))
    run = put(tmp_path / "r.run", *(f"{name} Q0 d 1 1 x" for name in [*names, "other"]))
    found = Evaluation(run, qrels, queries=names).score("AP").fetchall()
    assert {row[1] for row in found} == set(names)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 1000])
def test_the_depth_cuts_rankings_as_if_the_files_were_cut(tmp_path, depth):
    files = []
    for run in (GOOD, POOR):
        rows = [line.split() for line in run.read_text().splitlines()]
        kept: dict[str, list] = {}
        for row in sorted(rows, key=lambda row: (float(row[4]), row[2].encode()), reverse=True):
            kept.setdefault(row[0], []).append(" ".join(row))
        files.append(put(tmp_path / run.name, *(line for lines in kept.values() for line in lines[:depth])))
    measures = ["AP", "nDCG", "RBP(p=0.8)", "P@5", "NumRet", "RR"]
    cut = Evaluation(files, QRELS).score(measures).fetchall()
    assert Evaluation([GOOD, POOR], QRELS, depth=depth).score(measures).fetchall() == cut


def test_depth_population_and_queries_go_together():
    options = {"depth": 2, "population": "intersection", "queries": ["q3", "q6"]}
    found = average_precision([GOOD, POOR], **options)
    assert set(found) == {("good", "q3"), ("good", "q6"), ("poor", "q6")}
    assert found["good", "q6"] == pytest.approx(2 / 5)
    said = str(Evaluation([GOOD, POOR], QRELS, **options).coverage)
    assert said.startswith(
        "of each run over those of the 2 judged queries that it answers; 1 unanswered one left out; "
    )
    assert said.endswith("; the first 2 documents of each ranking")
