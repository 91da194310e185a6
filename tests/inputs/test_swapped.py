"""Inputs that are mistaken for others: a run for judgments, either for scores, ids for ids that look like them."""

from collections import Counter

import duckdb
import in_process
import pyarrow as pa
import pytest
from refused import refusal
from tiny import read, unread
from written import put

import evalsql
from evalsql import Evaluation, InputError, check, compare
from evalsql.inputs.checks import lookalikes, problems
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


def test_runs_and_judgments_that_are_swapped(files):
    run, qrels = files
    of_lines, predicted = "its first line is", pa.table({"user_id": ["q1"], "item_id": ["d1"], "rating": [0.5]})
    assert unread(run, "qrels") == (
        f"{run}: looks like a run, where judgments were expected (query_id iteration doc_id relevance): {of_lines}"
        f" 'q1 Q0 d1 1 3.5 x'; {ORDER}"
    )
    assert unread(RUN_TABLE, "qrels") == (
        "frame 1 of the judgments: looks like a run, where judgments were expected: it has run, query_id, doc_id,"
        f" score, rank; {ORDER}. If score is the relevance, say --columns qrels.relevance=score (in Python:"
        ' columns={"qrels.relevance": "score"})'
    )
    assert unread(qrels) == (
        f"{qrels}: looks like judgments, where a run was expected (query_id Q0 doc_id rank score run): {of_lines}"
        f" 'q1 0 d1 1'; {ORDER}"
    )
    assert unread(QRELS_TABLE) == (
        "frame 1 of the runs: looks like judgments, where a run was expected: it has query_id, doc_id, relevance;"
        f" {ORDER}"
    )
    assert unread(predicted).endswith(f"; {ORDER}. If rating is the score, say --columns runs.score=rating")
    assert read(predicted, columns={"runs.score": "rating"}) == [("run", "q1", "d1", (0.5).hex())]


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


def test_scores_are_relevance_where_nothing_shows_a_run(tmp_path):
    judged = [(None, "q1", "d1", (1.0).hex())]
    assert read(pa.table({"query-id": ["q1"], "corpus-id": ["d1"], "score": [1]}), "qrels") == judged
    table = pa.table({"query_id": ["q1"], "doc_id": ["d1"], "score": [1]})
    for given in (table, put(tmp_path / "t.parquet", table), put(tmp_path / "t.csv", "qid,docno,score\nq1,d1,1\n")):
        assert "looks like a run, where judgments were expected: it has" in unread(given, "qrels")
        assert read(given, "qrels", columns={"qrels.relevance": "score"}) == judged


def test_only_what_is_sure_is_said():
    for kind, *lines in (
        ("runs", *RUN),
        ("runs", "# c", "q1\tQ0\td1\t1\t3.5\tx"),
        ("runs", "q1 0 d1 1 3.5 x", "q1 0 d2 2 2.5 x", "q1 0 d3 3 2.5 x"),
        (None, "q1 0 d1 0 0.5 x", "q1 0 d2 1 0.5 x", "q2 0 d2 0 0.5 x", "q2 0 d2 0 0.5 x"),
        ("qrels", *QRELS),
        ("qrels", "q1 0 d1 -1"),
        (None, "q1 0 d1 1 more fields", "q1 0 d2 0 more fields"),
        (None, "q1 0 d1 1 2 3", "q1 0 d2 1 2 3"),
        (None, "q1 Q0 d1 1 3.5 x", "q1 Q0 d2 2"),
        (None, "q1 0 d1 high"),
        (None,),
    ):
        assert (kind_of("".join(f"{line}\n" for line in lines).encode()) or (None,))[0] == kind, lines


def test_lines_of_other_fields_are_refused(tmp_path):
    """As trec_eval does; lines of a run, with its tag or without, are not taken for judgments."""
    expected = "where 4 were expected: query_id iteration doc_id relevance"
    for *lines, fields in (
        ("q1 Q0 d1 1 2.0", 5),
        ("q1 0 d1 1 2.0 t", 6),
        ("q1 Q0 d1 1 2", "q1 Q0 d2 2 1", 5),
        ("q1\tQ0\td1\t1\t2.0", 5),
        ("# c", "", "q1 0 d1 1", "q1 0 d2 1 # c", 6),
        ("q1 0 d2 1", "q1 Q0 d1 1 2.0 t", 6),
        ("q1 Q0 d1 0 20.87", "q2 Q0 d1 0 10.5", 5),
    ):
        qrels = put(tmp_path / "more.txt", lines)
        place, line = next((n, line) for n, line in enumerate(lines, start=1) if len(line.split()) == fields)
        said = f"{qrels}, line {place}: {fields} fields, {' '.join(line.split())!r}, {expected}"
        assert unread(qrels, "qrels").partition("; ")[0] == said
    run = put(tmp_path / "b.run", ["q1 Q0 d1 1 3 x", "q1 Q0 d 2 2 2.5 x", "q1 Q0 my doc 3 1.5 x"])
    assert unread(run) == (
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


def test_a_run_without_its_tag_is_no_judgments_where_that_is_sure(tmp_path):
    lines = ["q1 Q0 d1 1 3.5", "q1 Q0 d2 2 2", "q1 Q0 d3 3 2", "q2 Q0 d1 1 4"]
    said = unread(put(tmp_path / "tagless.txt", lines), "qrels")
    assert said.startswith(f"{tmp_path}/tagless.txt: looks like a run, where judgments were expected (query_id ")
    for old, new in (
        (" Q0 ", " 0 "),
        ("3.5", "3"),  # whole numbers may be relevance, after strata
        ("d2 2 2", "d2 2 9"),
        ("d2 2", "d2 1"),
        ("d2 2", "d2 second"),
        ("4", "more"),
    ):
        assert kind_of("\n".join(lines).replace(old, new).encode()) is None


# Ids that look alike

COMPOSED, APART = "\u00e9{}", "e\u0301{}"
# how ids of runs and of judgments differ, and what makes them the same
CHANGES = {
    "zeros": ("00{}", "{}", "without zeros at their start"),
    "point": ("{}.0", "{}", "without a point, 1.0 as 1"),
    "case": ("D{}x", "d{}X", "in one case"),
    "letters": (COMPOSED, APART, "in one Unicode normal form"),
    "blanks": (" {}\u00a0", "{}", "without blanks at their ends"),
    "quotes": ('"{}"', "{}", "without quotes around them"),
    "judgments have the quotes": ("{}", "'{}'", "without quotes around them"),
    "passages": ("{}#4", "{}", "without # and what follows"),
    "several": ("D0{}", " d0{}", "after several changes, such as of case or zeros at their start"),
}


def alike(runs, qrels, **options) -> list[str]:
    found = Evaluation(runs, qrels, **options).warnings
    of_evaluation = [problem.text for problem in found if problem.kind == "ids look alike"]
    assert [problem.text for problem in check(runs, qrels) if problem.kind == "ids look alike"] == of_evaluation
    return of_evaluation


def long_documents_that_look_alike():
    runs, qrels = {}, {}
    for change, (theirs, judged, _) in CHANGES.items():
        runs[change] = {change: {theirs.format(number): -number for number in range(1, 9)}, "p": {theirs.format(1): 1}}
        qrels |= {change: {judged.format(number): 1 for number in range(3, 20)}, "p": {"other": 1}}
    counts = Counter(said for _, _, said in CHANGES.values())
    found = {text.split(" compared ")[1].partition(" (first")[0]: text for text in alike(runs, qrels)}
    assert {said: text.partition(" would")[0] for said, text in found.items()} == {
        said: f"{6 * count} documents of {count} run{'s' * (count > 1)}" for said, count in counts.items()
    }
    assert all(text.isprintable() for text in found.values())


def long_queries_that_look_alike():
    runs, qrels = {}, {}
    for change, (theirs, judged, said) in CHANGES.items():
        same = {f"same {change}{number}": {"d": 1} for number in range(3)}
        ends = [f"{number}{len(change)}7" for number in range(1, 9)]
        runs[change] = same | {theirs.format(end): {"d": 1} for end in ends[:2]}
        qrels |= same | {judged.format(end): {"d": 1} for end in ends}
        error, *_ = check({"a": {theirs.format(1): {"d": 1}}}, {judged.format(1): {"d": 1}})
        assert error.text.endswith(f"; 1 query would be in both if ids were compared {said}")
    counts = Counter(said for _, _, said in CHANGES.values())
    assert {text.partition(" (first")[0] for text in alike(runs, qrels)} == {
        f"{2 * count} queries of {count} run{'s' * (count > 1)} would be judged if ids were compared {said}"
        for said, count in counts.items()
    }


def long_ids_that_look_the_same_are_told_apart():
    (text,) = alike({"a": {"q": {COMPOSED.format(1): 1}}}, {"q": {APART.format(1): 1}})
    assert text.endswith(r"(first: run a, \xe91, judged as e\u03011)")


def long_look_alikes_of_several_runs_and_changes(tmp_path):
    lines = {"a": ("7", "D8"), "b": ("07", "D8"), "c": ("007", "d8"), "d": ("07", "x")}
    given = [put(tmp_path / f"{run}.run", [f"q Q0 {doc} 1 1 {run}" for doc in docs]) for run, docs in lines.items()]
    qrels = put(tmp_path / "q.txt", ["q 0 7 1", "q 0 d8 1"])
    assert alike(given, qrels) == [
        "2 documents of 2 runs would be judged if ids were compared without zeros at their start (first: run b, 07,"
        " judged as 7)",
        "1 document of 1 run would be judged if ids were compared in one case (first: run b, D8, judged as d8)",
    ]


def test_look_alikes_of_runs_in_several_passes_are_those_of_one(tmp_path, monkeypatch):
    given = [put(tmp_path / f"{run}.run", [f"q Q0 0{number} 1 1 x" for number in range(9)]) for run in "ab"]
    qrels = put(tmp_path / "q.txt", [f"q 0 {number} 1" for number in range(9)])
    monkeypatch.setattr("evalsql.scoring.evaluation.pass_size", lambda connection: 1)
    found = Evaluation(given, qrels, measures="AP", keep=False).warnings
    assert [problem.count for problem in found if problem.kind == "ids look alike"] == [18]
    connection = duckdb.connect()
    connection.execute("""
        create table evalsql_lookalikes as
        from (values ('a', 'in one case', 2, 'q', 'D1', 'd1'), ('a', 'in one case', 3, 'p', 'D2', 'd2'))
            as t (run, change, documents, query_id, doc_id, judged_as)
    """)
    (problem,) = problems.find(connection, "documents that look alike")
    assert problem.text == (
        "5 documents of 1 run would be judged if ids were compared in one case (first: run a, D2, judged as d2)"
    )


def long_what_is_no_mistake_of_ids():
    many = {f"d{number}": -number for number in range(40)}
    # met well: one that looks alike is another document
    assert alike({"q": many | {"D41": 1}}, {"q": dict.fromkeys([*many, "d41"], 1)}) == []
    # the judged one is there beside it
    assert alike({"q": {"D1": 1, "d1": 2}}, {"q": {f"d{number}": 1 for number in range(1, 9)}}) == []
    # of another query
    assert alike({"q": {"D1": 1}, "p": {"x": 1}}, {"q": {"x": 1}, "p": {"d1": 1}}) == []
    assert alike({"q": {"x": 1}}, {"q": {"y": 1}}) == []


def test_nothing_is_looked_for_where_ids_meet_well(monkeypatch):
    looked, ranking, fill = [], lookalikes.statements.ranking, problems.expand

    def noted(name, *given, **values):
        if name == "lookalikes" and values["pass_"]:
            looked.append("documents")
        return ranking(name, *given, **values)

    def filled(body, **values):
        if "queries_alike(" in body:
            looked.append("queries")
        return fill(body, **values)

    monkeypatch.setattr(lookalikes.statements, "ranking", noted)
    monkeypatch.setattr(problems, "expand", filled)
    docs = {f"d{number}": number for number in range(1, 9)}
    Evaluation({"q": docs, "unjudged": docs}, {"q": dict.fromkeys(docs, 1)})
    assert looked == []
    Evaluation({"q": {"x": 1}, "unjudged": docs}, {"q": {"y": 1}, "unanswered": {"y": 1}})
    assert looked == ["documents", "queries"]
