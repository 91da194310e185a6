"""When judgments are by subtopic: by a column, by the iteration field, by what is asked for, and what is refused."""

import warnings
from pathlib import Path

import command
import duckdb
import in_process
import pyarrow as pa
import pytest
import refused
from places import FIXTURES
from refused import refusal
from written import put

from evalsql import Evaluation, InputError, check, evaluate
from evalsql.inputs import views

TRACK = FIXTURES / "track"
SEVERAL = ["q1 1 d1 1", "q1 2 d1 0", "q1 2 d2 1", "q2 1 d1 1"]  # d1 is judged for two subtopics of q1
APART = ["q1 1 d1 1", "q1 2 d2 1", "q2 2 d1 1"]  # no document of a query has two iterations
NAMES = ("subtopic", "iteration", "weight", "probability")


def judged(qrels, subtopics: str = "auto", columns: tuple[str, ...] = ("subtopic",)) -> list[tuple]:
    """What stands in columns of judgments once they are read."""
    connection = duckdb.connect()
    with views.reading(connection) as folder:
        views.read(connection, qrels, "qrels", folder, subtopics=subtopics)
        return connection.execute(f"select {', '.join(columns)} from evalsql_qrels order by file, row").fetchall()


def csv(path: Path, header: str, *rows: str) -> Path:
    return put(path, [f"query_id,doc_id,relevance{header}", *rows])


def announcements(run: Path, qrels, **options) -> list[str]:
    kept = Evaluation(run, qrels, **options).warnings
    return [problem.text for problem in kept if problem.kind == "iteration taken for subtopics"]


@pytest.mark.parametrize("name", ["subtopic", "intent", "aspect", "nugget", "judge", "SubTopic"])
def test_a_column_names_subtopics(tmp_path, name):
    assert judged(csv(tmp_path / "q.csv", f",{name}", "q1,d1,1,x"), columns=NAMES) == [("x", None, None, None)]


@pytest.mark.parametrize("name", ["iteration", "iter"])
def test_an_iteration_is_no_subtopic_where_every_document_is_judged_once(tmp_path, name):
    rows = ["q1,d1,1,x", "q1,d2,1,y", "q2,d1,1,y"]
    found = judged(csv(tmp_path / "q.csv", f",{name}", *rows), columns=("subtopic", "iteration"))
    assert found == [(None, "x"), (None, "y"), (None, "y")]


@pytest.mark.parametrize("name", ["weight", "subtopic_weight", "nugget_weight", "intent_probability"])
def test_the_weight_goes_by_many_names(tmp_path, name):
    given = csv(tmp_path / "q.csv", f",subtopic,{name}", "q1,d1,1,x,.25")
    assert judged(given, columns=NAMES) == [("x", None, 0.25, None)]


@pytest.mark.parametrize("name", ["probability", "prob"])
def test_the_probability_goes_by_two_names(tmp_path, name):
    given = csv(tmp_path / "q.csv", f",subtopic,{name}", "q1,d1,1,x,.25")
    assert judged(given, columns=NAMES) == [("x", None, None, 0.25)]


def test_an_iteration_field_names_subtopics_where_a_document_is_judged_under_two(tmp_path):
    path = put(tmp_path / "q.txt", SEVERAL)
    assert judged(path, columns=("subtopic", "iteration")) == [("1", None), ("2", None), ("2", None), ("1", None)]
    assert judged(put(tmp_path / "apart.txt", APART), columns=("subtopic", "iteration")) == [
        (None, "1"),
        (None, "2"),
        (None, "2"),
    ]


def test_an_iteration_field_names_subtopics_where_two_files_judge_a_document(tmp_path):
    one, two = put(tmp_path / "1.txt", SEVERAL[:1]), csv(tmp_path / "2.csv", ",iteration", "q1,d1,0,2")
    assert judged([one, two]) == [("1",), ("2",)]
    assert judged(one) == [(None,)]


def test_a_column_goes_before_an_iteration_field_unless_it_is_null_in_every_row(tmp_path):
    both = csv(tmp_path / "q.csv", ",subtopic,iteration", "q1,d1,1,x,1", "q1,d1,1,y,2")
    assert judged(both, columns=("subtopic", "iteration")) == [("x", "1"), ("y", "2")]
    empty = csv(tmp_path / "e.csv", ",subtopic,iteration", "q1,d1,1,,1", "q1,d1,1,,2")
    assert judged(empty) == [("1",), ("2",)]
    assert judged(csv(tmp_path / "n.csv", ",subtopic", "q1,d1,1,", "q1,d2,1,")) == [(None,), (None,)]


@pytest.mark.parametrize("name", ["subtopic", "iteration"])
def test_subtopics_are_read_in_every_format(tmp_path, name):
    header, rows = (*refused.QRELS_HEADER, name), [("q1", "d1", "1", "07"), ("q1", "d1", "0", "7")]
    for suffix, (write, _) in refused.WRITERS.items():
        assert judged(write(tmp_path / suffix, header, rows)) == [("07",), ("7",)], suffix
    numbers = pa.table({"query_id": ["q1"] * 2, "doc_id": ["d1"] * 2, "relevance": [1, 0], name: [7, 8]})
    assert judged(numbers) == [("7",), ("8",)]


def test_yes_takes_the_iteration_field_and_no_takes_nothing(tmp_path):
    apart, column = put(tmp_path / "q.txt", APART), csv(tmp_path / "q.csv", ",subtopic", "q1,d1,1,x", "q1,d2,1,y")
    assert judged(apart, "yes") == [("1",), ("2",), ("2",)]
    assert judged(column, "yes") == [("x",), ("y",)]
    assert judged(column, "no") == [(None,), (None,)]
    assert judged(put(tmp_path / "several.txt", SEVERAL), "no", ("subtopic", "iteration"))[:2] == [
        (None, "1"),
        (None, "2"),
    ]


def test_yes_is_refused_where_nothing_names_subtopics(tmp_path, run):
    for path in (csv(tmp_path / "q.csv", "", "q1,d1,1"), csv(tmp_path / "n.csv", ",subtopic", "q1,d1,1,")):
        said = refusal(run, path, subtopics="yes")
        assert said.startswith(
            f"{path}: no row has a subtopic, in a column subtopic, intent, aspect, nugget, subtopic_id, judge,"
            " judgment_group or iteration"
        )
        assert [problem.text for problem in check(run, path, subtopics="yes")] == [said]


def test_no_refuses_a_document_that_is_judged_twice(tmp_path, run):
    path = put(tmp_path / "q.txt", SEVERAL)
    said = refusal(run, path, subtopics="no")
    assert (
        said == f"document d1 is judged twice for query q1 ({path}, line 1 and {path}, line 2), with relevance 1 and 0"
    )
    assert check(run, path, subtopics="no")[0].text == said


def test_an_iteration_field_that_was_taken_is_announced(tmp_path, run):
    path = put(tmp_path / "q.txt", [*SEVERAL, "q2 2 d1 1", "q2 3 d1 0"])
    text = (
        f"{path}: treating iterations (field 2) as subtopic ids, since 2 documents are judged under several;"
        ' use --subtopics no, or subtopics="no", to treat them as plain qrels'
    )
    assert announcements(run, path) == [text]
    with pytest.warns(UserWarning, match="2 documents are judged under several"):
        evaluate(run, path, "AP_IA")
    assert text in [problem.text for problem in check(run, path)]
    other = put(tmp_path / "other.txt", ["q3 0 d1 1"])
    assert announcements(run, [path, other])[0].startswith(
        f"{path} and 1 other: treating iterations (field 2) as subtopic ids"
    )
    column = csv(tmp_path / "a.csv", ",subtopic", "q4,d1,1,x")
    assert announcements(run, [column, path]) == [text]


def test_subtopics_that_were_asked_for_or_have_a_column_are_not_announced(tmp_path, run):
    path, column = put(tmp_path / "q.txt", SEVERAL), csv(tmp_path / "q.csv", ",subtopic", "q1,d1,1,x", "q1,d1,1,y")
    assert announcements(run, path, subtopics="yes") == announcements(run, column) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluate(run, put(tmp_path / "apart.txt", APART), "AP")


@pytest.mark.parametrize("value", ["maybe", None, True])
def test_a_choice_that_there_is_not_is_refused(tmp_path, run, value):
    path = put(tmp_path / "q.txt", APART)
    assert refusal(run, path, subtopics=value) == f"subtopics must be auto, yes or no, not {value!r}"
    with pytest.raises(InputError, match="subtopics must be auto, yes or no"):
        check(run, path, subtopics=value)


@pytest.mark.parametrize("name", refused.WRITERS)
def test_a_row_without_a_subtopic_is_refused(tmp_path, run, name):
    write, place = refused.WRITERS[name]
    rows = [("q1", "d1", "1", "x"), ("q1", "d2", "1", None), ("q2", "d1", "1", None)]
    said = refusal(run, write(tmp_path / name, (*refused.QRELS_HEADER, "intent"), rows))
    assert f", {place}: subtopic is " in said
    assert said.endswith("; every row of judgments by subtopic must have one; 1 more such row")


def test_a_row_without_an_id_and_a_subtopic_is_refused_for_its_id(tmp_path, run):
    for row in ("q1,,1,", ",d2,1,"):
        found = check(run, csv(tmp_path / "q.csv", ",subtopic", "q1,d1,1,x", row))
        assert [problem.kind for problem in found if problem.level == "error"] == ["bad qrels"]


@pytest.mark.parametrize("blank", ["", "  "])
def test_a_blank_subtopic_is_none(tmp_path, run, blank):
    lines = [f'{{"qid": "q1", "docid": "d1", "rel": 1, "intent": "{each}"}}' for each in ("x y", blank)]
    path = put(tmp_path / "q.jsonl", lines)
    assert judged(path) == [("x y",), (None,)]
    assert (
        refusal(run, path) == f"{path}, record 2: subtopic is blank; every row of judgments by subtopic must have one"
    )


def test_judgments_with_subtopics_beside_judgments_without_are_refused(tmp_path, run):
    named = csv(tmp_path / "1.csv", ",subtopic", "q1,d1,1,x")
    plain, field = csv(tmp_path / "2.csv", "", "q2,d1,1"), put(tmp_path / "3.txt", ["q2 0 d1 1"])
    said = refusal(run, [named, plain])
    assert said == f"{plain}, row 1 after the header: no subtopic, where other judgments have one"
    assert refusal(run, [named, field]) == (
        f"{field}, line 1: no subtopic, where other judgments have one;"
        ' --subtopics yes, or subtopics="yes", takes the iteration field for it'
    )
    assert judged([named, field], "yes") == [("x",), ("0",)]


def test_subtopics_are_compared_by_their_bytes(tmp_path, run):
    connection = duckdb.connect(config={"default_collation": "nocase"})
    path = put(tmp_path / "q.txt", ["q1 a d1 1", "q1 A d1 0", "q2 a d1 1"])
    found = evaluate(run, path, "AP_IA", connection=connection, subtopics="yes").fetchall()
    assert [row[-1] for row in found] == [1, 1]
    assert "1 document is judged" in Evaluation(run, path, connection=connection).warnings[-1].text


def test_the_best_judgment_of_a_document_counts_however_subtopics_are_said(tmp_path):
    scores = Evaluation(TRACK / "runs.parquet", TRACK / "subtopics.parquet").score("nDCG@10").fetchall()
    command.output("convert", TRACK / "subtopics.parquet", tmp_path / "q.txt")
    assert Evaluation(TRACK / "runs.parquet", tmp_path / "q.txt").score("nDCG@10").fetchall() == scores


def test_every_command_takes_the_choice(tmp_path, run):
    path = put(tmp_path / "q.txt", SEVERAL)
    for name in ("evaluate", "curve"):
        done = in_process.invoke(name, run, "--qrels", path)
        assert f"evalsql: warning: {path}: treating iterations (field 2) as subtopic ids" in done.stderr
        assert "iteration" not in in_process.invoke(name, run, "--qrels", path, "--subtopics", "yes").stderr
        assert "document d1 is judged twice" in in_process.refusal(name, run, "--qrels", path, "--subtopics", "no")
    assert "treating iterations (field 2) as subtopic ids" in in_process.output("check", run, "--qrels", path)
    done = command.evalsql("check", run, "--qrels", path, "--subtopics", "no")
    assert (done.returncode, b"document d1 is judged twice" in done.stdout) == (2, True)
    assert command.evalsql("check", run, "--qrels", path, "--subtopics", "maybe").returncode == 2


def test_weights_and_probabilities_of_plain_judgments_are_about_something_else(tmp_path, run):
    path = put(tmp_path / "q.csv", ["query_id,doc_id,relevance,weight,prob", "q1,d1,1,-5,7", "q2,d1,1,heavy,"])
    assert len(evaluate(run, path, "AP").fetchall()) == 2
    assert check(run, path) == []
