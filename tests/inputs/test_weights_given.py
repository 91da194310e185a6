"""Weights of subtopics and probabilities: in columns of the judgments or in a table, and what is refused of them."""

from pathlib import Path

import command
import duckdb
import pytest
import refused
from refused import refusal
from written import put

from evalsql import Evaluation, InputError, InputWarning, check, curve, evaluate
from evalsql.inputs import views

GOOD = ["q1,x,0.5", "q1,y,0.25", "q2,x,1"]


@pytest.fixture
def qrels(tmp_path) -> Path:
    """Judgments by subtopic; z of q1 has no relevant document."""
    rows = ["q1,d1,1,x", "q1,d1,1,y", "q1,d2,0,z", "q2,d1,2,x"]
    return put(tmp_path / "q.csv", ["query_id,doc_id,relevance,subtopic", *rows])


def judgments(tmp_path: Path, column: str, *rows: str) -> Path:
    return put(tmp_path / "q.csv", [f"query_id,doc_id,relevance,subtopic,{column}", *rows])


def table(tmp_path: Path, *rows: str, header: str = "query_id,subtopic,weight") -> Path:
    return put(tmp_path / "w.csv", [header, *rows])


def read(given, **options) -> list[tuple]:
    """What stands in the view of a table of weights."""
    connection = duckdb.connect()
    with views.reading(connection) as folder:
        views.read(connection, given, "weights", folder, **options)
        return connection.execute("select query_id, subtopic, weight from evalsql_weights order by row").fetchall()


@pytest.mark.parametrize("header", ["query_id,subtopic,weight", "topic,intent,probability", "qid,aspect,nugget_weight"])
def test_the_columns_of_a_table_go_by_many_names(tmp_path, header):
    assert read(table(tmp_path, *GOOD, header=header)) == [("q1", "x", 0.5), ("q1", "y", 0.25), ("q2", "x", 1)]


@pytest.mark.parametrize("name", refused.WRITERS)
def test_weights_are_read_in_every_format(tmp_path, run, qrels, name):
    write, _ = refused.WRITERS[name]
    given = write(tmp_path / name, ("query_id", "subtopic", "weight"), [tuple(row.split(",")) for row in GOOD])
    assert read(given) == [("q1", "x", 0.5), ("q1", "y", 0.25), ("q2", "x", 1)]
    if name == "frame":
        assert len(evaluate(run, qrels, "AP_IA", weights=given).fetchall()) == 2
        assert len(curve(run, qrels, "alpha_DCG@2", weights=given).fetchall()) == 4


def test_weights_may_be_a_table_of_the_users_connection(run, qrels):
    connection = duckdb.connect()
    connection.execute("create table importance as select 'q1' as qid, unnest(['x', 'y']) as intent, 0.5 as weight")
    connection.execute("insert into importance values ('q2', 'x', 1)")
    assert Evaluation(run, qrels, connection=connection, weights="importance").warnings == []
    assert connection.execute("show all tables").fetchall()[0][2] == "importance"
    assert len(connection.execute("show all tables").fetchall()) == 1


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["q1,x,-1", "q1,y,1"], "row 1 after the header: weight is '-1'; 0 or a number from 1e-9 to 1e15 was expected"),
        (["q1,x,1", "q1,y,1e308"], "row 2 after the header: weight is '1e308'; 0 or a number from 1e-9 to 1e15 was"),
        (["q1,x,1e-10", "q1,y,1"], "row 1 after the header: weight is '1e-10'; 0 or a number from 1e-9 to 1e15 was"),
        (["q1,x,1", "q1,y,much"], "row 2 after the header: weight is 'much'; a number was expected"),
        (["q1,x,1", "q1,y,inf"], "row 2 after the header: weight is inf; a finite number was expected"),
        (["q1,x,1", "q1,y,"], "row 2 after the header: weight is null; a number was expected"),
        (["q1,,1", "q1,y,1"], "row 1 after the header: subtopic is null; every row must have one"),
        (["q1,x,1", "q1,x,1", "q1,y,1", "q2,x,1", "q2,x,2"], "subtopic x has two weights for query q1 ("),
        (["q1,x,1", "q2,x,1"], "w.csv: no weight of subtopic y of query q1, which has relevant documents"),
        (["q1,y,1"], "no weight of subtopic x of query q1, which has relevant documents; 1 more such subtopic"),
        (["q1,x,0", "q1,y,0", "q2,x,0"], "w.csv: every weight is 0, which makes every measure by subtopic 0"),
        ([], "holds no rows, where a table of weights was expected"),
    ],
)
def test_a_bad_table_of_weights_is_refused(tmp_path, run, qrels, rows, said):
    path = table(tmp_path, *rows)
    for text in (refusal(run, qrels, weights=path), check(run, qrels, weights=path)[0].text):
        assert said in text
        assert str(path) in text
    assert said in command.refusal("evaluate", run, "--qrels", qrels, "--weights", path)


def test_a_refusal_of_weights_counts_the_others(tmp_path, run, qrels):
    path = table(tmp_path, "q1,x,1", "q1,x,2", "q2,x,1", "q2,x,1", "q1,y,1")
    assert refusal(run, qrels, weights=path).endswith("; 1 more such subtopic")
    path = table(tmp_path, "q1,x,-1", "q2,x,-1", "q1,y,-2")
    assert refusal(run, qrels, weights=path).endswith("; 2 more such rows")


def test_weights_need_to_cover_only_the_queries_that_count(tmp_path, run, qrels):
    path = table(tmp_path, "q2,x,1")
    assert "no weight of subtopic x of query q1" in refusal(run, qrels, weights=path)
    assert len(evaluate(run, qrels, "AP_IA", weights=path, queries=["q2"]).fetchall()) == 1


def test_weights_may_name_more_than_is_judged_and_may_be_0(tmp_path, run, qrels):
    path = table(tmp_path, "q1,x,0", "q1,y,1", "q1,z,1", "q1,other,1", "q2,x,1", "q9,x,1")
    assert Evaluation(run, qrels, weights=path).warnings == []
    assert [problem.level for problem in check(run, qrels, weights=path)] == ["warning"]  # d1 has two subtopics


def test_weights_of_judgments_that_name_no_subtopics_are_refused(tmp_path, run):
    path, plain = table(tmp_path, *GOOD), put(tmp_path / "p.csv", ["query_id,doc_id,relevance", "q1,d1,1", "q2,d1,1"])
    said = f"{path}: weights of subtopics were given, and the judgments name no subtopics"
    assert refusal(run, plain, weights=path) == said
    field = put(tmp_path / "q.txt", ["q1 x d1 1", "q1 y d2 1", "q2 x d1 1"])
    hint = '; --subtopics yes, or subtopics="yes", takes their iteration field for it'
    assert refusal(run, field, weights=path) == said + hint
    assert [problem.text for problem in check(run, field, weights=path)] == [said + hint]
    assert len(evaluate(run, field, "AP_IA", weights=path, subtopics="yes").fetchall()) == 2


def test_weights_in_trec_text_are_refused(tmp_path, run, qrels):
    path = put(tmp_path / "w.txt", ["q1 x 1"])
    said = f"{path}: no header; weights are a table of query_id, subtopic, weight"
    assert refusal(run, qrels, weights=path) == said
    assert [problem.text for problem in check(run, qrels, weights=path) if problem.level == "error"] == [said]


def test_weights_without_a_column_are_refused(tmp_path, run, qrels):
    said = refusal(run, qrels, weights=table(tmp_path, "q1,x", header="query_id,subtopic"))
    assert "no column weight (or subtopic_weight, nugget_weight, intent_probability, probability, prob)" in said
    assert "which a table of weights must have; it has query_id, subtopic" in said


def test_standard_input_is_read_once(run):
    for options in ({"weights": "-"}, {"gains": "-"}):
        with pytest.raises(InputError, match="standard input can be read only once"):
            Evaluation(run, "-", **options)
    assert "only once" in check(run, "-", weights="-")[0].text


def test_check_looks_at_weights_even_where_judgments_cannot_be_read(tmp_path, run):
    found = check(run, tmp_path / "none.txt", weights=table(tmp_path, "q1,x,-1"))
    assert {problem.kind for problem in found} == {"unreadable qrels", "unfit weight"}


@pytest.mark.parametrize("name", ["evaluate", "curve", "check"])
def test_every_command_takes_weights(tmp_path, run, qrels, name):
    assert command.evalsql(name, run, "--qrels", qrels, "--weights", table(tmp_path, *GOOD)).returncode == 0
    done = command.evalsql(name, run, "--qrels", qrels, "--weights", table(tmp_path, "q1,x,1"))
    assert done.returncode == 2
    assert "no weight of subtopic y of query q1" in (done.stdout + done.stderr).decode()


# Columns of the judgments


@pytest.mark.parametrize(
    ("column", "rows", "said"),
    [
        ("weight", ["q1,d1,1,x,-0.5"], "row 1 after the header: weight is '-0.5'; 0 or a number from 1e-9 to 1e15 was"),
        ("weight", ["q1,d1,1,x,1e308"], "row 1 after the header: weight is '1e308'; 0 or a number from 1e-9 to 1e15"),
        (
            "weight",
            ["q1,d1,1,x,1", "q1,d2,1,x,much"],
            "row 2 after the header: weight is 'much'; 0 or a number from 1e-9 to 1e15",
        ),
        ("weight", ["q1,d1,1,x,inf"], "weight is 'inf'; 0 or a number from 1e-9 to 1e15 was expected"),
        (
            "probability",
            ["q1,d1,1,x,1.5", "q1,d2,1,x,-0.1"],
            "'1.5'; a number from 0 to 1 was expected; 1 more such row",
        ),
        ("probability", ["q1,d1,1,x,likely"], "row 1 after the header: probability is 'likely'; a number from 0 to 1"),
        ("prob", ["q1,d1,1,x,nan"], "probability is 'nan'; a number from 0 to 1 was expected"),
        (
            "weight",
            ["q1,d1,1,x,1", "q1,d1,1,y,"],
            "row 2 after the header: no weight, where other judgments of query q1",
        ),
    ],
)
def test_a_bad_weight_or_probability_among_the_judgments_is_refused(tmp_path, run, column, rows, said):
    path = judgments(tmp_path, column, *rows)
    refused = refusal(run, path)
    assert said in refused
    assert str(path) in refused
    assert check(run, path)[0].text == refused


def test_several_weights_of_one_subtopic_are_refused(tmp_path, run):
    rows = ["q1,d1,1,x,0.5", "q1,d2,1,x,0.5", "q1,d3,0,x,2", "q2,d1,1,x,1", "q2,d1,1,y,1", "q2,d2,1,y,3"]
    path = judgments(tmp_path, "weight", *rows)
    assert refusal(run, path) == (
        f"subtopic x of query q1 has weights 0.5 ({path}, row 1 after the header)"
        f" and 2 ({path}, row 3 after the header); one was expected; 1 more such subtopic"
    )


def test_the_first_judgment_without_a_weight_is_named_and_the_others_counted(tmp_path, run):
    header = "query_id,doc_id,relevance,subtopic,weight"
    one = put(tmp_path / "1.csv", [header, "q1,d1,1,x,1", "q1,d2,1,x,", "q1,d3,1,x,"])
    other = put(tmp_path / "2.csv", [header, "q1,d4,1,x,", "q2,d1,1,x,"])
    assert refusal(run, [other, one]) == (
        f"{one}, row 2 after the header: no weight, where other judgments of query q1 have one; 2 more such rows"
    )


def test_each_query_has_weights_of_its_own_or_none(tmp_path, run):
    path = judgments(tmp_path, "weight", "q1,d1,1,x,0.5", "q1,d2,1,x,0.5", "q1,d1,1,y,2", "q2,d1,1,x,")
    assert Evaluation(run, path).warnings == []


def test_probabilities_may_differ_by_document_and_be_missing(tmp_path, run):
    path = judgments(tmp_path, "prob", "q1,d1,1,x,0", "q1,d1,1,y,1", "q1,d2,1,x,0.3", "q2,d1,1,x,")
    assert Evaluation(run, path).warnings == []


def test_weights_that_differ_do_not_matter_where_there_are_no_subtopics(tmp_path, run):
    rows = ["q1,d1,1,1", "q1,d2,0,2", "q1,d3,0,", "q2,d1,1,1"]
    path = put(tmp_path / "q.csv", ["query_id,doc_id,relevance,weight", *rows])
    assert len(evaluate(run, path, "AP").fetchall()) == 2


def test_a_table_of_weights_goes_before_the_column(tmp_path, run):
    column = judgments(tmp_path, "weight", "q1,d1,1,x,1", "q1,d2,1,y,3", "q2,d1,1,x,1")
    given = table(tmp_path, "q1,x,3", "q1,y,1", "q2,x,1")
    assert evaluate(run, column, "alpha_DCG@1").fetchall()[0][-1] == 1
    assert evaluate(run, column, "alpha_DCG@1", weights=given).fetchall()[0][-1] == 3


def test_a_query_whose_subtopics_weigh_nothing_scores_0(tmp_path, run):
    names = ["alpha_nCG", "alpha_nDCG", "nERR_IA", "nNRBP", "D_nDCG", "AP_IA", "NRBP", "P_IA"]
    path = judgments(tmp_path, "weight", "q1,d1,1,x,0", "q1,d2,1,y,0", "q2,d1,1,x,1")
    said = r"^1 query whose subtopics all weigh 0, so that measures by weight score 0 \(first: q1\)$"
    with pytest.warns(InputWarning, match=said):
        rows = evaluate(run, path, names).fetchall()
    assert {name: value for _, query, name, value in rows if query == "q1"} == dict.fromkeys(names, 0)
    assert all(value > 0 for _, query, _, value in rows if query == "q2")


@pytest.mark.parametrize("name", ["exact_G", "P_relevant"])
def test_gamma_times_a_weight_must_be_a_probability(tmp_path, run, name):
    path = judgments(tmp_path, "weight", "q1,d1,1,x,1.5", "q2,d1,1,x,1")
    said = "the weight of subtopic x of query q1 is 1.5; times gamma it must be a probability, at most 1"
    with pytest.raises(InputError, match=said):
        curve(run, path, f"{name}@2")
    assert [row[4] for row in curve(run, path, f"{name}(gamma=0.5)@1").fetchall()] == [0.375, 0.25]
