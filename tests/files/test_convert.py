"""convert keeps all that judgments say; it warns of what TREC text has no field for and of ranks written anew."""

import json
from pathlib import Path

import duckdb
import pytest
from in_process import refusal, whole
from written import put

RISING = ["q Q0 a 1 9 r", "q Q0 b 2 8 r", "q Q0 c 3 7 r"]
OTHERWISE = ["q Q0 a 3 9 r", "q Q0 b 1 8 r", "q Q0 c 2 7 r"]
SEVERAL = ["q1 1 d1 1", "q1 2 d1 0", "q1 2 d2 1", "q2 1 d1 1"]
APART = ["q1 0.5 d1 1", "q1 1 d2 1", "q2 1 d1 1.5"]


def converted(source: Path, output: Path, *options: str) -> tuple[Path, str]:
    """The file that convert writes, and what it says."""
    done = whole(["convert", source, output, *options], source.parent)
    assert done.status == 0, done.said
    return output, done.said


def columns(path: Path) -> list[str]:
    return duckdb.sql(f"from '{path}'").columns


@pytest.mark.parametrize(
    ("lines", "field", "suffix"),
    [
        (SEVERAL, "subtopic", "parquet"),
        (APART, "iteration", "csv"),
        (APART, "iteration", "parquet"),
        (["q1 0 d1 1", "q1 0 d2 0"], None, "jsonl"),
    ],
)
def long_field_2_of_trec_text_goes_there_and_back(tmp_path, lines, field, suffix):
    there, said = converted(put(tmp_path / "q.txt", lines), tmp_path / f"q.{suffix}")
    assert columns(there) == ["query_id", "doc_id", "relevance", *([field] if field else [])]
    assert ("treating iterations (field 2) as subtopic ids" in said) == (field == "subtopic")
    back, said = converted(there, tmp_path / "back.txt")
    assert sorted(back.read_text().splitlines()) == sorted(lines)
    assert "warning" not in said


def test_the_choice_decides_what_field_2_is(tmp_path):
    there, said = converted(put(tmp_path / "q.txt", APART), tmp_path / "q.parquet", "--subtopics", "yes")
    assert columns(there) == ["query_id", "doc_id", "relevance", "subtopic"]
    back, said = converted(there, tmp_path / "back.txt")
    assert sorted(back.read_text().splitlines()) == sorted(APART)
    assert f"warning: {back}: no document is judged for several subtopics; read it with --subtopics yes" in said
    several = put(tmp_path / "s.txt", SEVERAL)
    assert "judged twice" in refusal("convert", several, tmp_path / "s.csv", "--subtopics", "no")


def test_weights_probabilities_gains_and_iterations_are_kept(tmp_path):
    rows = ["q1,d1,1,4,x,1,0.5,0.9", "q1,d1,0,0,y,2,0.25,0"]
    source = put(tmp_path / "q.csv", ["query_id,doc_id,relevance,gain,intent,iter,intent_probability,prob", *rows])
    there, said = converted(source, tmp_path / "q.jsonl")
    assert [list(json.loads(line).values()) for line in there.read_text().splitlines()] == [
        ["q1", "d1", 1, 4, "x", "1", 0.5, 0.9],
        ["q1", "d1", 0, 0, "y", "2", 0.25, 0],
    ]
    kept = list(json.loads(there.read_text().splitlines()[0]))[3:]
    assert kept == ["gain", "subtopic", "iteration", "weight", "probability"]
    assert "warning" not in said
    back, said = converted(there, tmp_path / "back.txt")
    assert back.read_text() == "q1 x d1 1\nq1 y d1 0\n"
    lost = "TREC text cannot hold gain, iteration, weight and probability, which were left out"
    assert f"warning: {back}: {lost}" in said
    source = put(tmp_path / "one.csv", ["query_id,doc_id,relevance,gain", "q1,d1,1,4"])
    assert "one.txt: TREC text cannot hold gain, which was left out" in converted(source, tmp_path / "one.txt")[1]


def test_what_was_chosen_of_the_other_kind_of_input_is_said_to_change_nothing(tmp_path):
    runs, judged = put(tmp_path / "r.txt", RISING), put(tmp_path / "q.txt", SEVERAL)
    _, said = converted(runs, tmp_path / "r.csv", "--subtopics", "yes", "--columns", "qrels.relevance=stars")
    assert "warning: subtopics changes nothing: no judgments were given" in said
    assert "warning: columns: the choice of qrels.relevance changes nothing: no judgments were given" in said
    _, said = converted(judged, tmp_path / "q.csv", "--columns", "runs.score=points")
    assert "warning: columns: the choice of runs.score changes nothing: no runs were given" in said


def test_judgments_are_refused_for_what_they_lack_not_as_runs(tmp_path):
    source = put(tmp_path / "q.csv", ["query_id,doc_id,relevance", "q1,d1,1"])
    said = refusal("convert", source, tmp_path / "s.csv", "--subtopics", "yes")
    assert "q.csv: no row has a subtopic, in a column " in said


@pytest.mark.parametrize("column", ["subtopic", "iteration"])
def test_a_blank_in_field_2_is_refused(tmp_path, column):
    source = put(tmp_path / "q.csv", [f"query_id,doc_id,relevance,{column}", "q1,d1,1,two words"])
    said = refusal("convert", source, tmp_path / "q.txt")
    assert f"{column} 'two words' has a blank in it, which TREC text cannot hold" in said


def test_an_iteration_that_some_rows_lack_is_kept(tmp_path):
    source = put(tmp_path / "q.csv", ["query_id,doc_id,relevance,iteration", "q1,d1,1,3", "q1,d2,1,"])
    there, _ = converted(source, tmp_path / "q.parquet")
    assert duckdb.execute(f"select iteration from '{there}'").fetchall() == [("3",), (None,)]


@pytest.mark.parametrize("number", ["relevance", "score"])
def test_a_query_that_would_begin_a_comment_is_refused(tmp_path, number):
    rows = put(tmp_path / "rows.csv", [f"query_id,doc_id,{number}", "q,d,1", "#1,d,1"])
    said = refusal("convert", rows, tmp_path / "rows.txt")
    assert "rows.txt: query_id '#1' begins with #, which makes a line of TREC text a comment" in said
    assert not (tmp_path / "rows.txt").exists()


@pytest.mark.parametrize("name", ["out.parquet", "out.run"])
@pytest.mark.parametrize(("lines", "warned"), [(RISING, False), (OTHERWISE, True)])
def test_ranks_that_contradict_the_scores_are_warned_of(tmp_path, name, lines, warned):
    _, said = converted(put(tmp_path / "in.run", lines), tmp_path / name)
    assert ("the rank column disagrees with the scores in 1 ranking of 1 run" in said) == warned
