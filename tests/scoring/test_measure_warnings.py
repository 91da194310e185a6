"""What is doubtful is warned of and counted, and what is refused is not."""

import warnings
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tiny import FILES
from written import put_lines as put

from evalsql import Evaluation, InputError, check, evaluate
from evalsql.inputs.checks.problems import find
from evalsql.scoring import measure_warnings

GOOD, POOR, QRELS = FILES


def ranking(path: Path, *pairs: tuple, query: str = "q1") -> Path:
    """A run of one query: the rank and score of each document."""
    lines = [f"{query} Q0 d{place} {rank} {score} x" for place, (rank, score) in enumerate(pairs)]
    return put(path, *(path.read_text().splitlines() if path.exists() else []), *lines)


def warned(runs, qrels=QRELS, **options) -> dict[str, tuple[int, str]]:
    """The count and the text of each warning, by its kind."""
    found = Evaluation(runs, qrels, **options).warnings
    assert all(problem.level == "warning" and "\n" not in problem.text for problem in found)
    return {problem.kind: (problem.count, problem.text) for problem in found}


def test_inputs_without_fault_give_no_warning(tmp_path, qrels):
    run = put(tmp_path / "r.run", "q1 Q0 d0 1 2 x", "q1 Q0 d1 2 1 x", "q2 Q0 d1 1 1 x")
    assert warned(run, qrels) == {}


UNJUDGED, UNANSWERED = "queries without judgments", "judged queries without an answer"
COUNTED = [  # lines of another run, how many are counted, and words of what is said
    ([], UNJUDGED, 1, ["1 query of 2 runs without judgments", "q8"]),
    (["q1", "q9", "q91"], UNJUDGED, 3, ["3 queries of 3 runs without judgments", "q8"]),
    ([], UNANSWERED, 1, ["1 run/query pair of 1 run has no results", "(first: run poor, query q3)"]),
    (["q3", "q4"], UNANSWERED, 6, ["6 run/query pairs of 2 runs have no results", "(first: run other, query q1)"]),
]


@pytest.mark.parametrize(("further", "kind", "count", "said"), COUNTED)
def test_queries_of_runs_alone_and_of_judgments_alone_are_counted(tmp_path, further, kind, count, said):
    other = [put(tmp_path / "other.run", *(f"{query} Q0 d01 1 1 x" for query in further))] if further else []
    found, text = warned([GOOD, POOR, *other])[kind]
    assert (found, [words for words in said if words not in text]) == (count, [])


def test_listed_queries_alone_are_looked_at():
    assert UNANSWERED not in warned([GOOD, POOR], queries=["q1", "q2"])
    assert warned([GOOD, POOR], queries=["q3", "q2"])[UNANSWERED][0] == 1
    assert warned(GOOD, queries=["q1"])[UNJUDGED][0] == 1


CONTRADICTING = [
    [(2, 9), (1, 8)],
    [(1, 7), (2, 8), (3, 9)],
    [(1, 9), (3, 8), (2, 7)],
    [(1, 0.1), (0, 0.2), (2, 0.15)],
    [(1, 9), (2, 9), (4, 8), (3, 7), (5, 6)],
    [(10, -1), (9, -2)],
    [(2, 9), ("-", 8), (1, 7)],
]
AGREEING = {
    "from 1": [(1, 9), (2, 8), (3, 7)],
    "from 0": [(0, 9), (1, 8), (2, 7)],
    "with gaps": [(10, 9), (20, 8), (35, 7)],
    "constant": [(0, 9), (0, 8), (0, 7)],
    "shared": [(1, 9), (1, 8), (2, 7)],
    "one for all": [(1, 9), (1, 8), (1, 7)],
    "lines in another order": [(3, 7), (1, 9), (2, 8)],
    "ties in one order": [(2, 9), (1, 9), (3, 8)],
    "ties in the other order": [(1, 9), (2, 9), (3, 8)],
    "ties throughout": [(3, 5), (1, 5), (2, 5), (6, 4), (5, 4), (4, 4)],
    "no number": [("-", 9), ("-", 8)],
    "one that is no number": [(1, 9), ("?", 8), (2, 7)],
    "negative": [(-2, 9), (-1, 8)],
}


def test_ranks_that_contradict_the_scores_are_warned_of(tmp_path, qrels):
    files = [ranking(tmp_path / f"run{place}.run", *pairs) for place, pairs in enumerate(CONTRADICTING)]
    agreeing = [ranking(tmp_path / "agreeing" / f"{name}.run", *pairs) for name, pairs in AGREEING.items()]
    count, text = warned([*files, *agreeing], qrels, queries=["q1"])["rank contradicts score"]
    assert count == 7
    assert "the rank column disagrees with the scores in 7 rankings of 7 runs" in text
    assert "(first: run run0, query q1)" in text


def test_ranks_that_agree_with_the_scores_or_say_nothing_are_not_warned_of(tmp_path, qrels):
    files = [ranking(tmp_path / f"{name}.run", *pairs) for name, pairs in AGREEING.items()]
    assert warned(files, qrels, queries=["q1"]) == {}


def test_rankings_whose_ranks_contradict_are_counted(tmp_path, qrels):
    for run in ("a", "b", "c"):
        ranking(tmp_path / f"{run}.run", (1, 9), (2, 8), query="q1")
        ranking(tmp_path / f"{run}.run", *([(1, 8), (2, 9)] if run != "a" else [(1, 9), (2, 8)]), query="q2")
    ranking(tmp_path / "d.run", (2, 9), (1, 8), query="q1")
    count, text = warned([*tmp_path.glob("*.run")], qrels)["rank contradicts score"]
    assert count == 3
    assert "3 rankings of 3 runs" in text
    assert "(first: run b, query q2)" in text


def test_a_rank_column_of_parquet_is_looked_at_and_may_be_missing(tmp_path, qrels):
    table = pa.table({"query_id": ["q1", "q1"], "doc_id": ["d0", "d1"], "score": [1.0, 2.0], "rank": [1, 2]})
    pq.write_table(table, tmp_path / "r.parquet")
    pq.write_table(table.drop(["rank"]), tmp_path / "s.parquet")
    assert "1 ranking of 1 run" in warned(tmp_path / "r.parquet", qrels)["rank contradicts score"][1]
    assert "rank contradicts score" not in warned(tmp_path / "s.parquet", qrels)


def test_a_warning_found_in_each_pass_of_runs_is_among_the_warnings_once(tmp_path, qrels, in_passes_of):
    in_passes_of(1)
    given = []
    for name in "ab":
        table = {"query_id": ["q1"], "doc_id": ["d0"], "score": [1.0], "night": ["x"]}
        given.append(tmp_path / f"{name}.parquet")
        pq.write_table(pa.table(table), given[-1])
    found = Evaluation(given, qrels, measures="AP", keep=False).warnings
    assert [problem.kind for problem in found].count("column not used") == 1


def long_the_scores_decide_where_the_ranks_contradict_them(tmp_path):
    text = [line.split() for line in GOOD.read_text().splitlines()]
    run = put(tmp_path / "good.run", *(" ".join([*f[:3], str(100 - int(f[3])), *f[4:]]) for f in text))
    assert "8 rankings of 1 run" in warned(run)["rank contradicts score"][1]
    measures = ["AP", "nDCG@3"]
    assert Evaluation(run, QRELS).score(measures).fetchall() == Evaluation(GOOD, QRELS).score(measures).fetchall()


def test_ranks_are_looked_at_in_very_many_rows_only_when_strict(monkeypatch, tmp_path, qrels):
    monkeypatch.setattr("evalsql.scoring.runs.ALL_ROWS", 1)
    run = ranking(tmp_path / "r.run", (2, 9), (1, 8))
    assert "rank contradicts score" not in warned(run, qrels)
    assert "rank contradicts score" in warned(run, qrels, strict=True)


def test_evaluate_warns_at_the_line_that_called_it():
    with pytest.warns(UserWarning, match="without judgments|has no results|without a document") as caught:
        evaluate([GOOD, POOR], QRELS, "AP")
    assert [Path(each.filename).name for each in caught] == ["test_measure_warnings.py"] * 3
    assert {str(each.message) for each in caught} == {text for _, text in warned([GOOD, POOR]).values()}


def test_an_evaluation_keeps_its_warnings_to_itself_and_refused_inputs_are_not_warned_of(tmp_path):
    bad = put(tmp_path / "bad.run", "q1 Q0 d0 1 one x")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(Evaluation([GOOD, POOR], QRELS).warnings) == 3
        with pytest.raises(InputError, match="score is 'one'"):
            evaluate([POOR, bad], QRELS, "AP")


def long_queries_without_a_relevant_document(tmp_path):
    levels = {"q2": (0, 0), "q3": (-1, -2), "q4": (0, -1)}
    lines = [f"{query} 0 d{place} {level}" for query, each in levels.items() for place, level in enumerate(each)]
    qrels = put(tmp_path / "q.txt", "q1 0 d0 1", "q1 0 d1 -1", *lines)
    run = put(tmp_path / "r.run", *(f"{query} Q0 d0 1 1 x" for query in ("q1", *levels)))
    text = "{} without a document that is judged relevant, which most measures score 0 (first: {})"
    assert warned(run, qrels) == {"nothing relevant": (3, text.format("3 queries", "q2"))}
    assert [(each.level, each.text) for each in check(run, qrels)] == [("warning", text.format("3 queries", "q2"))]
    assert warned(run, qrels, queries=["q1", "q3"])["nothing relevant"] == (1, text.format("1 query", "q3"))
    assert warned(run, qrels, convention="gdeval") == {}


def test_documents_judged_for_several_subtopics_are_counted(tmp_path):
    qrels = put(tmp_path / "q.txt", "q1 1 d0 1", "q1 2 d0 0", "q1 1 d1 1", "q2 1 d0 1", "q2 2 d0 1", "q2 3 d0 1")
    run = put(tmp_path / "r.run", "q1 Q0 d0 1 1 x", "q2 Q0 d0 1 1 x")
    count, text = {problem.kind: (problem.count, problem.text) for problem in check(run, qrels)}["judged by subtopic"]
    assert count == 2
    assert "2 documents judged for several subtopics" in text
    assert "best relevance" in text


def test_the_same_judgment_twice_is_not_taken_for_subtopics(tmp_path):
    qrels = put(tmp_path / "q.txt", "q1 0 d0 1", "q1 0 d0 0")
    run = put(tmp_path / "r.run", "q1 Q0 d0 1 1 x")
    assert [problem.kind for problem in check(run, qrels)] == ["judged twice"]


def long_a_run_without_a_single_judged_document_is_warned_of(tmp_path, qrels):
    blank = put(tmp_path / "r.csv", "query_id,doc_id,score", "q1, d0,1", "q2, d0,1")
    warned = Evaluation(blank, qrels).warnings
    found = {problem.kind: problem.count for problem in warned}
    assert found == {"run without judged documents": 1, "ids look alike": 2}
    assert "are the doc_ids those of the judgments? (first: r)" in warned[0].text
    assert [problem.kind for problem in check(blank, qrels)] == [*found]


@pytest.mark.parametrize(("judged", "warned"), [("z", []), ("a", ["run without judged documents"])])
def test_a_depth_within_ties_leaves_what_is_higher_in_their_order(tmp_path, judged, warned):
    # the one that is judged, and not relevant, is the first of the two, or the second, which the depth cuts off
    run = put(tmp_path / "r.run", "q1 Q0 a 1 1 x", "q1 Q0 z 2 1 x")
    qrels = put(tmp_path / "q.txt", f"q1 0 {judged} 0", "q1 0 missed 1")
    found = Evaluation(run, qrels, measures=["AP"], keep=False, depth=1).warnings
    assert [problem.kind for problem in found] == warned


def test_a_measure_without_subtopics_says_once_that_it_takes_the_best_relevance(tmp_path):
    qrels = put(tmp_path / "q.txt", "q1 1 d0 1", "q1 2 d0 0")
    run = put(tmp_path / "r.run", "q1 Q0 d0 1 1 x")
    evaluation = Evaluation(run, qrels, subtopics="yes")
    evaluation.compute(["alpha_nDCG", "ERR_IA"])
    assert evaluation.warnings == []
    evaluation.compute(["nDCG", "AP"])
    (problem,) = evaluation.warnings
    assert "such as nDCG, use a document's highest relevance over its subtopics" in problem.text


def test_a_level_of_relevance_is_looked_at_once_for_all_measures(tmp_path, monkeypatch):
    asked = []

    def noted(connection, of, *given, **values):
        asked.append((of, values.get("level")))
        return find(connection, of, *given, **values)

    monkeypatch.setattr(measure_warnings, "find", noted)
    run, qrels = put(tmp_path / "r.run", "q1 Q0 d0 1 1 x"), put(tmp_path / "q.txt", "q1 0 d0 1")
    evaluation = Evaluation(run, qrels)
    evaluation.compute(["AP", "P@5", "AP(rel=2)", "RR", "P(rel=2)@5"])
    assert asked == [("documents as relevant as", 1), ("documents as relevant as", 2)]
    assert len(evaluation.warnings) == 1


def test_a_name_that_another_tool_has_for_another_metric_is_warned_of_where_relevance_is_graded(tmp_path):
    run = put(tmp_path / "r.run", "q1 Q0 d0 1 1 x")
    for relevance, said in (1, []), (2, ["rbp.5 is RBP_gain(p=0.5)"]):
        qrels = put(tmp_path / f"{relevance}.txt", f"q1 0 d0 {relevance}")
        evaluation = Evaluation(run, qrels)
        evaluation.compute(["rbp.5", "RBP(p=0.5)", "MAP", "ndcg_cut_5", "r-precision", "P-plus"])
        assert [problem.text.partition(",")[0] for problem in evaluation.warnings] == said


@pytest.mark.filterwarnings("ignore")
def long_a_depth_may_be_a_number_of_numpy():
    one, other = (evaluate(GOOD, QRELS, "AP", depth=depth, queries=["q1"]).fetchall() for depth in (2, np.int64(2)))
    assert one == other
    with pytest.raises(InputError, match=r"depth must be a whole number of at least 1, not (np\.float64\()?2\.0"):
        evaluate(GOOD, QRELS, "AP", depth=np.float64(2))
