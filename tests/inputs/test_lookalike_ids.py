"""Ids that are not those of the judgments and look as if they were: a warning names the change, and how many."""

from collections import Counter

import duckdb
import pytest
from written import put

from evalsql import Evaluation, check
from evalsql.inputs.checks import lookalikes

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
    "several": ("D0{}", " d0{}", "after several changes, such as of case or zeros at their start"),
}


def alike(runs, qrels, **options) -> list[str]:
    found = Evaluation(runs, qrels, **options).warnings
    of_evaluation = [problem.text for problem in found if problem.kind == "ids look alike"]
    assert [problem.text for problem in check(runs, qrels) if problem.kind == "ids look alike"] == of_evaluation
    return of_evaluation


def test_documents():
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


@pytest.mark.parametrize("change", CHANGES)
def test_queries(change):
    theirs, judged, said = CHANGES[change]
    same = {f"same{number}": {"d": 1} for number in range(3)}
    run = same | {theirs.format(number): {"d": 1} for number in range(1, 3)}
    qrels = same | {judged.format(number): {"d": 1} for number in range(1, 9)}
    (text,) = alike({"a": run}, qrels)
    assert text.startswith(f"2 queries of 1 run would be judged if ids were compared {said} (first: run a, ")
    (error,) = [each for each in check({"a": {theirs.format(1): {"d": 1}}}, qrels) if each.level == "error"]
    assert error.text.endswith(f"; 1 query would be in both if ids were compared {said}")


def test_ids_that_look_the_same_are_told_apart():
    (text,) = alike({"a": {"q": {COMPOSED.format(1): 1}}}, {"q": {APART.format(1): 1}})
    assert text.endswith(r"(first: run a, \xe91, judged as e\u03011)")


def test_several_runs_and_changes(tmp_path):
    lines = {"a": ("7", "D8"), "b": ("07", "D8"), "c": ("007", "d8"), "d": ("07", "x")}
    given = [put(tmp_path / f"{run}.run", [f"q Q0 {doc} 1 1 {run}" for doc in docs]) for run, docs in lines.items()]
    qrels = put(tmp_path / "q.txt", ["q 0 7 1", "q 0 d8 1"])
    assert alike(given, qrels) == [
        "2 documents of 2 runs would be judged if ids were compared without zeros at their start (first: run b, 07,"
        " judged as 7)",
        "1 document of 1 run would be judged if ids were compared in one case (first: run b, D8, judged as d8)",
    ]


def test_runs_in_several_passes(tmp_path, monkeypatch):
    given = [put(tmp_path / f"{run}.run", [f"q Q0 0{number} 1 1 x" for number in range(9)]) for run in "ab"]
    qrels = put(tmp_path / "q.txt", [f"q 0 {number} 1" for number in range(9)])
    monkeypatch.setattr("evalsql.scoring.evaluation.pass_size", lambda connection: 1)
    found = Evaluation(given, qrels, measures="AP", keep=False).warnings
    assert [problem.count for problem in found if problem.kind == "ids look alike"] == [18]


def test_a_run_of_which_parts_were_looked_at_is_one():
    connection = duckdb.connect()
    connection.execute("""
        create table evalsql_lookalikes as
        from (values ('a', 'in one case', 2, 'q', 'D1', 'd1'), ('a', 'in one case', 3, 'p', 'D2', 'd2'))
            as t (run, change, documents, query_id, doc_id, judged_as)
    """)
    (problem,) = lookalikes.documents_alike(connection)
    assert problem.text == (
        "5 documents of 1 run would be judged if ids were compared in one case (first: run a, D2, judged as d2)"
    )


def test_what_is_no_mistake():
    many = {f"d{number}": -number for number in range(40)}
    # met well: one that looks alike is another document
    assert alike({"q": many | {"D41": 1}}, {"q": dict.fromkeys([*many, "d41"], 1)}) == []
    # the judged one is there beside it
    assert alike({"q": {"D1": 1, "d1": 2}}, {"q": {f"d{number}": 1 for number in range(1, 9)}}) == []
    # of another query
    assert alike({"q": {"D1": 1}, "p": {"x": 1}}, {"q": {"x": 1}, "p": {"d1": 1}}) == []
    assert alike({"q": {"x": 1}}, {"q": {"y": 1}}) == []


def test_nothing_is_looked_for_where_ids_meet_well(monkeypatch):
    looked, ranking = [], lookalikes.statements.ranking

    def noted(name, *given, **values):
        if name == "queries_alike" or (name == "lookalikes" and values["pass_"]):
            looked.append(name)
        return ranking(name, *given, **values)

    monkeypatch.setattr(lookalikes.statements, "ranking", noted)
    docs = {f"d{number}": number for number in range(1, 9)}
    Evaluation({"q": docs, "unjudged": docs}, {"q": dict.fromkeys(docs, 1)})
    assert looked == []
    Evaluation({"q": {"x": 1}, "unjudged": docs}, {"q": {"y": 1}, "unanswered": {"y": 1}})
    assert looked == ["lookalikes", "queries_alike"]
