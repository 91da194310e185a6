"""A run given as judgments, judgments as a run, and either as scores: the sentence says so, and what to type."""

import in_process
import pyarrow as pa
import pytest
from refused import refusal
from written import put

import evalsql
from evalsql import InputError, compare, evaluate
from evalsql.inputs.swapped import kind_of

RUN = ["q1 Q0 d1 1 3.5 x", "q1 Q0 d2 2 2.5 x"]
QRELS = ["q1 0 d1 1", "q1 0 d2 0"]
RUN_TABLE = pa.table({"run": ["x"], "query_id": ["q1"], "doc_id": ["d1"], "score": [20.87], "rank": [1]})
QRELS_TABLE = pa.table({"query_id": ["q1"], "doc_id": ["d1"], "relevance": [1]})
ORDER = "runs come first, and judgments after --qrels (in Python: evaluate(runs, qrels, ...))"
SCORED = "to score runs, give their judgments too: --qrels QRELS (in Python: qrels)"


@pytest.fixture
def files(tmp_path):
    return put(tmp_path / "a.run", RUN), put(tmp_path / "q.txt", QRELS)


def test_a_run_as_judgments(files):
    run, _ = files
    assert refusal(run, run) == (
        f"{run}: looks like a run, where judgments were expected (query_id iteration doc_id relevance): its first line"
        f" is 'q1 Q0 d1 1 3.5 x'; {ORDER}"
    )
    assert refusal(run, RUN_TABLE) == (
        "frame 1 of the judgments: looks like a run, where judgments were expected: it has run, query_id, doc_id,"
        f" score, rank; {ORDER}. If score is the relevance, say --columns qrels.relevance=score (in Python:"
        ' columns={"qrels.relevance": "score"})'
    )


def test_judgments_as_a_run(files):
    _, qrels = files
    assert refusal(qrels, qrels) == (
        f"{qrels}: looks like judgments, where a run was expected (query_id Q0 doc_id rank score run): its first line"
        f" is 'q1 0 d1 1'; {ORDER}"
    )
    assert refusal(QRELS_TABLE, qrels) == (
        "frame 1 of the runs: looks like judgments, where a run was expected: it has query_id, doc_id, relevance;"
        f" {ORDER}"
    )
    predicted = pa.table({"user_id": ["q1"], "item_id": ["d1"], "rating": [0.5]})
    assert refusal(predicted, qrels).endswith(f"; {ORDER}. If rating is the score, say --columns runs.score=rating")
    assert len(evaluate(predicted, qrels, "RR", columns={"runs.score": "rating"}).fetchall()) == 1


def test_runs_and_judgments_as_scores(files):
    run, qrels = files
    shown = "where scores were expected"
    for given, said in (
        (run, f"a.run: looks like a run, {shown} (run, query_id, metric, value): its first line is 'q1 Q0 d1 1 3.5 x'"),
        (qrels, f"q.txt: looks like judgments, {shown} (run, query_id, metric, value): its first line is 'q1 0 d1 1'"),
        (RUN_TABLE, f"looks like a run, {shown}: it has run, query_id, doc_id, score, rank"),
        (QRELS_TABLE, f"looks like judgments, {shown}: it has query_id, doc_id, relevance"),
    ):
        with pytest.raises(InputError) as caught:
            compare(given, None)
        assert f"{said}; {SCORED}" in str(caught.value)


def test_scores_are_relevance_where_nothing_shows_a_run(files):
    run, _ = files
    table = pa.table({"query-id": ["q1"], "corpus-id": ["d1"], "score": [1]})
    assert evaluate(run, table, "RR").fetchall() == [("a", "q1", "RR", 1)]
    chosen = {"qrels.relevance": "score"}
    assert evaluate(run, RUN_TABLE.drop(["run"]), "RR", columns=chosen).fetchall() == [("a", "q1", "RR", 1)]


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (RUN, "runs"),
        (["# c", "q1\tQ0\td1\t1\t3.5\tx"], "runs"),
        (["q1 0 d1 1 3.5 x", "q1 0 d2 2 2.5 x", "q1 0 d3 3 2.5 x"], "runs"),
        (["q1 0 d1 0 0.5 x", "q1 0 d2 1 0.5 x", "q2 0 d2 0 0.5 x", "q2 0 d2 0 0.5 x"], None),
        (QRELS, "qrels"),
        (["q1 0 d1 -1"], "qrels"),
        (["q1 0 d1 1 more fields", "q1 0 d2 0 more fields"], None),
        (["q1 0 d1 1 2 3", "q1 0 d2 1 2 3"], None),
        (["q1 Q0 d1 1 3.5 x", "q1 Q0 d2 2"], None),
        (["q1 0 d1 high"], None),
        ([], None),
    ],
)
def test_only_what_is_sure_is_said(lines, kind):
    assert (kind_of("".join(f"{line}\n" for line in lines).encode()) or (None,))[0] == kind


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        (["q1 Q0 d1 1 2.0"], 5),
        (["q1 0 d1 1 2.0 t"], 6),
        (["q1 Q0 d1 1 2", "q1 Q0 d2 2 1"], 5),
        (["q1\tQ0\td1\t1\t2.0"], 5),
        (["# c", "", "q1 0 d1 1", "q1 0 d2 1 # c"], 6),
        (["q1 0 d2 1", "q1 Q0 d1 1 2.0 t"], 6),
        (["q1 Q0 d1 0 20.87", "q2 Q0 d1 0 10.5"], 5),
    ],
)
def test_judgments_have_four_fields(files, tmp_path, lines, fields):
    """As to trec_eval; lines of a run, with its tag or without, are not taken for judgments."""
    qrels = put(tmp_path / "more.txt", lines)
    place = next(place for place, line in enumerate(lines, start=1) if len(line.split()) == fields)
    line = " ".join(lines[place - 1].split())
    said = (
        f"{qrels}, line {place}: {fields} fields, {line!r}, where 4 were expected: query_id iteration doc_id relevance"
    )
    assert refusal(files[0], qrels).partition("; ")[0] == said


def test_a_table_of_scores_as_judgments(files, tmp_path):
    run, _ = files
    table = pa.table({"query_id": ["q1"], "doc_id": ["d1"], "score": [2]})
    for given in (table, put(tmp_path / "t.parquet", table), put(tmp_path / "t.csv", "qid,docno,score\nq1,d1,2\n")):
        assert "looks like a run, where judgments were expected: it has" in refusal(run, given)
        assert evaluate(run, given, "RR", columns={"qrels.relevance": "score"}).fetchall() == [("a", "q1", "RR", 1)]


def test_a_doc_id_with_a_blank_in_a_run_of_trec_text(files, tmp_path):
    run = put(tmp_path / "b.run", ["q1 Q0 d1 1 3 x", "q1 Q0 d 2 2 2.5 x", "q1 Q0 my doc 3 1.5 x"])
    assert refusal(run, files[1]) == (
        f"{run}, line 3: 7 fields, 'q1 Q0 my doc 3 1.5 x', where 6 were expected: query_id Q0 doc_id rank score run"
    )


def test_every_command_says_it(files):
    run, qrels = files
    assert "q.txt: looks like judgments" in in_process.refusal("evaluate", qrels, "--qrels", qrels)
    assert "a.run: looks like a run" in in_process.refusal("evaluate", run, "--qrels", run)
    assert SCORED in in_process.refusal("compare", run)
    assert "a.run: looks like a run" in in_process.refusal("describe", run)


def test_plain_judgments_for_a_measure_of_subtopics(files):
    run, qrels = files
    start = "alpha_nDCG@20 needs subtopic judgments, but"
    assert refusal(run, qrels, measures="alpha_nDCG@20") == (
        f"{start} {qrels} has none: field 2 of TREC text, or a column iteration, names them, and no document is judged"
        ' under two of its values; if it does name them, say --subtopics yes (in Python: subtopics="yes")'
    )
    said = refusal(run, QRELS_TABLE, measures="alpha_nDCG@20")
    assert said.startswith(
        f"{start} frame 1 of the judgments has none: it has no column subtopic; if another names them"
    )
    divided = QRELS_TABLE.append_column("subtopic", [["1"]])
    said = refusal(run, divided, measures="alpha_nDCG@20", subtopics="no")
    assert said == f"{start} --subtopics no was said of frame 1 of the judgments; leave it out"
    with pytest.raises(InputError, match="frame 1 of the judgments has none"):
        evalsql.pool(run, QRELS_TABLE, "alpha_nDCG@20", depth=1)


def test_a_table_as_a_list_of_queries(files, tmp_path):
    run, qrels = files
    table = put(tmp_path / "types.parquet", QRELS_TABLE)
    said = in_process.refusal("evaluate", run, "--qrels", qrels, "--queries", table)
    assert said == (
        f"{table}: no text, where a list of queries was expected, one id a line; of a table, write its column of ids"
        " into a text file first"
    )


def test_a_run_without_its_tag_is_no_judgments_where_that_is_sure(tmp_path):
    lines = ["q1 Q0 d1 1 3.5", "q1 Q0 d2 2 2", "q1 Q0 d3 3 2", "q2 Q0 d1 1 4"]
    run = put(tmp_path / "a.run", ["q1 Q0 d1 1 1 x"])
    said = refusal(run, put(tmp_path / "tagless.txt", lines))
    assert said.startswith(f"{tmp_path}/tagless.txt: looks like a run, where judgments were expected (query_id ")
    for old, new in (
        (" Q0 ", " 0 "),
        ("3.5", "3"),  # whole numbers may be relevance, after strata
        ("d2 2 2", "d2 2 9"),
        ("d2 2", "d2 1"),
        ("4", "more"),
    ):
        assert kind_of("\n".join(lines).replace(old, new).encode()) is None
