"""Which column is which: by its name, by what the user says, or not at all; what is not used and looks like a key."""

import shlex
import warnings
from pathlib import Path

import in_process
import pandas as pd
import pyarrow as pa
import pytest
from places import FIXTURES
from refused import refusal
from tiny import MEASURES, read, unread, unsaid
from written import ALL_FORMATS, as_csv, as_jsonl, put

import evalsql
from evalsql import Evaluation, InputError, InputWarning, check, compare, describe, evaluate, pool
from evalsql.inputs import passes
from evalsql.inputs.columns import as_given, words_of

TRACK = FIXTURES / "track"
NAMES = {
    "query_id": "query_id qid q_id query-id topic topic_id query queryid q",
    "doc_id": "doc_id docno docid doc-id document_id passage_id corpus-id pid did document doc d",
    "score": "score sim similarity",
    "run": "run run_id run_name runid system tag",
    "relevance": "relevance rel label grade judgment judgement",
    "subtopic": "subtopic intent aspect nugget iteration iter",
}
ROWS = {
    "runs": ["query_id,doc_id,score,run", "1,a,2.5,x", "1,b,7,y"],
    "qrels": ["query_id,doc_id,relevance,subtopic", "1,a,3,s", "1,a,1,t"],
}
READ = {
    "runs": [("x", "1", "a", (2.5).hex()), ("y", "1", "b", (7.0).hex())],
    "qrels": [(None, "1", "a", (1.0).hex()), (None, "1", "a", (3.0).hex())],  # of a document that has two subtopics
}


def long_a_column_goes_by_many_names_in_many_spellings(tmp_path: Path) -> None:
    headers = [(ours, name) for ours, names in NAMES.items() for name in names.split()]
    for kind, (header, *rows) in ROWS.items():
        ours = header.split(",")
        renamed = {",".join(name if each == one else each for each in ours) for one, name in headers if one in ours}
        for write in (str.upper, str.title, " {} ".format, lambda name: name.replace("_", "-")):
            renamed.add(",".join(map(write, ours)))
        for each in sorted(renamed):
            assert read(put(tmp_path / "t.csv", [each, *rows]), kind) == READ[kind], each
    found = read(put(tmp_path / "q.csv", ["score,rel,qid,docno", "1,0,1,b", "0,1,1,a"]), "qrels")
    assert found == [(None, "1", "a", (1.0).hex()), (None, "1", "b", (0.0).hex())]  # a score beside it is a run's


def long_a_number_may_be_written_in_any_usual_way_and_keeps_all_its_digits(tmp_path: Path) -> None:
    written = ["1.", ".5", "+1", "1e3", "-2E-1", "1e-400", "-0", "00012", "123456789012345678901234567890"]
    for name, line in {
        "r.run": "q Q0 {0} 1 {1} r\n",
        "r.csv": "q,{0},{1}\n",
        "r.jsonl": '{{"qid": "q", "docid": "{0}", "score": "{1}"}}\n',
    }.items():
        text = "query_id,doc_id,score\n" * (name == "r.csv") + "".join(line.format(f"d{s}", s) for s in written)
        expected = sorted(("r", "q", f"d{score}", (float(score) + 0.0).hex()) for score in written)
        assert read(put(tmp_path / name, text)) == expected
    # 0.1 + 0.2 is one bit more than 0.3; were they equal, the id would put d2 first
    given = []
    for name, write in ALL_FORMATS.items():
        rows = {"run": [name] * 2, "query_id": ["q"] * 2, "doc_id": ["d1", "d2"], "score": [0.1 + 0.2, 0.3]}
        given.append(put(tmp_path / f"s.{name}", write(pa.table(rows))))
    assert {row[3] for row in Evaluation(given, {"q": {"d1": 1}}).score("AP").fetchall()} == {1}
    qrels, runs = put(tmp_path / "q.txt", "q 0 a 0.5\nq 0 b 0\n"), {"q": {"a": 1, "b": 2}}
    found = Evaluation(runs, qrels).score(["nDCG", "AP(rel=0.5)", "AP(rel=1)"]).fetchall()
    assert [round(row[-1], 4) for row in found] == [0.6309, 0.5, 0]


def long_a_document_judged_for_several_subtopics_counts_with_its_best_relevance() -> None:
    options = {"where": "query_id < '105'"}
    whole, parted = (
        Evaluation(TRACK / "runs.parquet", TRACK / f"{qrels}.parquet", **options).score(MEASURES).fetchall()
        for qrels in ("qrels", "subtopics")
    )
    assert whole == parted


# Two columns that may be the same


def table(*names: str, rows: tuple = (("q1", "words", "a", 2.0),)) -> pa.Table:
    return pa.table([pa.array(column) for column in zip(*rows, strict=True)], names=list(names))


def as_pandas(given: pa.Table) -> pd.DataFrame:
    return pd.DataFrame(
        [list(row) for row in zip(*(each.to_pylist() for each in given), strict=True)], columns=given.schema.names
    )


WRITERS = {
    "file.csv": lambda given, path: put(path, as_csv(given)),
    "file.tsv": lambda given, path: put(path, as_csv(given, "\t")),
    "file.jsonl": lambda given, path: put(path, as_jsonl(given)),
    "file.parquet": lambda given, path: put(path, given),
    "arrow": lambda given, path: given,
    "pandas": lambda given, path: as_pandas(given),
}
ONE_RUN, ONE_QRELS = {"q1": {"a": 2.0, "b": 1.0}}, {"q1": {"a": 1}}


def either(one: str, other: str, ours: str, kind: str = "runs", best: str | None = None) -> str:
    choice, best = f"{kind}.{ours}", best or one
    return (
        f"has columns {one} and {other}, and either may be {ours}; say which, such as --columns {choice}={best}"
        f" (in Python: columns={{'{choice}': '{best}'}})"
    )


@pytest.mark.parametrize("form", WRITERS)
def long_two_columns_that_may_be_the_query(tmp_path, form):
    pairs = {"query_id qid": "query_id", "query_id Query_ID": "query_id", "Query-ID query_id": "Query-ID"}
    assert read(WRITERS[form](table("qid", "query", "doc_id", "score"), tmp_path / form))[0][1] == "q1"  # its text
    for pair, best in (pairs | {"query topic": "topic"}).items():
        one, other = pair.split()
        given = WRITERS[form](table(one, other, "doc_id", "score"), tmp_path / form)
        assert unread(given).partition(": ")[2] == either(one, other, "query_id", best=best)
        for chosen, found in ((one, "q1"), (other, "words")):
            ((_, *row),) = read(given, columns={"runs.query_id": chosen})
            assert row == [found, "a", (2.0).hex()]
    if form in ("file.tsv", "file.jsonl"):
        return
    given = table("query_id", "query_id", "doc_id", "score")
    if form == "file.csv":
        given = put(tmp_path / form, "query_id,query_id,doc_id,score\nq1,words,a,2.0\n")
    else:
        given = WRITERS[form](given, tmp_path / form)
    said = "has two columns query_id; rename one of them, or leave it out"
    assert unread(given).partition(": ")[2] == said
    assert unread(given, columns={"runs.query_id": "query_id"}).partition(": ")[2] == said


def long_two_columns_of_judgments_runs_or_scores(tmp_path):
    row = (("q1", "a", 1, 0),)
    of_judgments = [
        (table(*names.split(), rows=row), f"frame 1 of the judgments: {either(*two, 'qrels')}")
        for names, two in {
            "query_id doc_id relevance label": ("relevance", "label", "relevance"),
            "query_id docid document_id rel": ("docid", "document_id", "doc_id"),
            "query_id doc_id rel Rel": ("rel", "Rel", "relevance"),
        }.items()
    ]
    assert unsaid(of_judgments, "qrels") == []
    given = table("query_id", "doc_id", "score", "run", "system", rows=(("q1", "a", 1.0, "x", "y"),))
    assert unread(given) == f"frame 1 of the runs: {either('run', 'system', 'run')}"
    assert {row[0] for row in read(given, columns={"run": "system"})} == {"y"}
    queries = table("query_id", "qid", "kind", rows=(("q1", "7", "long"),))
    with pytest.raises(InputError, match="has columns query_id and qid, and either may be query_id"):
        evaluate(ONE_RUN, ONE_QRELS, "AP", slices=queries)
    attribute = table("query_id", "user_id", "topic", rows=(("q1", "u", "news"),))
    assert len(evaluate(ONE_RUN, ONE_QRELS, "AP", slices=attribute).fetchall()) == 2
    path = put(tmp_path / "q.jsonl", as_jsonl(queries))
    assert evaluate(ONE_RUN, ONE_QRELS, "AP", slices=path, columns={"queries.query_id": "query_id"}).fetchall()
    scores = table("run", "query_id", "metric", "value", "Value", rows=(("a", "q1", "AP", 1.0, 2.0),))
    said = in_process.refusal("compare", put(tmp_path / "s.parquet", scores))
    assert said.endswith(either("value", "Value", "value", "scores"))


def test_what_is_not_ambiguous():
    for names, row, run in (
        ("qid query docid docno rank score", ("q1", "words", 7, "a", 0, 2.0), "run"),  # PyTerrier's names
        ("query_id doc_id score score_1", ("q1", "a", 2.0, 0.5), "run"),
        ("query_id user_id doc_id score run model", ("q1", "u", "a", 2.0, "x", "m"), "x"),
        ("query_id doc_id score note Note", ("q1", "a", 2.0, "x", "y"), "run"),
        ("q query_id doc_id document d score", ("words", "q1", "a", "text", "date", 2.0), "run"),
    ):
        assert read(table(*names.split(), rows=(row,))) == [(run, "q1", "a", (2.0).hex())]
    both = table("query_id", "doc_id", "score", "label", rows=(("q1", "a", 2.0, 0), ("q1", "b", 1.0, 1)))
    assert evaluate(both, both, "RR").fetchall() == [("run", "q1", "RR", 0.5)]
    assert as_given(["a", "A_1", "b_2"], lambda: {"a", "A", "b_2"}) == ["a", "A", "b_2"]
    assert as_given(["a", "a_1"], lambda: {"a", "a_1"}) == ["a", "a_1"]
    assert as_given(["x_1", "y"], lambda: pytest.fail("was asked for")) == ["x_1", "y"]


# Columns that the user chooses

QRELS = {"1": {"a": 1}}
RUNS = pa.table({"rnk": ["x", "x", "y"], "query_id": ["1"] * 3, "doc_id": ["a", "b", "a"], "score": [2, 1, 1]})


def long_what_is_said_of_columns_goes_before_their_names(tmp_path):
    for form, write in WRITERS.items():
        for name in ("runs.run", "run"):
            found = read(write(RUNS, tmp_path / form), columns={name: "rnk"})
            assert [row[:3] for row in found] == [("x", "1", "a"), ("x", "1", "b"), ("y", "1", "a")], form
    both = pa.table({"query_id": ["1"], "qid": ["2"], "doc_id": ["a"], "score": [1]})
    assert read(both, columns={"runs.query_id": "qid"}) == [("run", "2", "a", (1.0).hex())]
    runs = pa.table({"q": ["1", "1"], "d": ["a", "b"], "score": [1, 2]})
    qrels = pa.table({"q": ["1", "1"], "d": ["a", "b"], "stars": [1, 0]})
    chosen = {"query_id": "q", "doc_id": "d", "qrels.relevance": "stars"}
    assert evaluate(runs, qrels, "RR", columns=chosen).fetchall() == [("run", "1", "RR", 0.5)]
    gains = pa.table({"query_id": ["1"], "relevance": [1], "worth": [4]})
    rows = evaluate({"1": {"a": 1}}, QRELS, "CG@1", gains=gains, columns={"gains.gain": "worth"}).fetchall()
    assert rows == [("run", "1", "CG@1", 4)]
    assert evaluate(RUNS.slice(2), QRELS, "RR", columns=None).fetchall()


def long_a_choice_that_does_not_fit_is_refused(tmp_path):
    for columns, said in (
        ({"runs.run": "ranker"}, "1 of the runs: no column ranker to read as run; it has rnk, query_id"),
        ({"run.s": "rnk"}, "columns: there is no 'run.s' to be 'rnk'; there are runs.run, runs.query_id, runs.doc_id"),
        ({"rnk": "score"}, "columns: there is no 'rnk' to be 'score'; did you mean score=rnk?"),
        ({"runs.relevance": "rnk"}, "columns: there is no 'runs.relevance' to be 'rnk'; there are runs.run,"),
        ({"qrels.relevance": "rnk"}, "dict 1 of the judgments: a dict has no column names, so no column"),
        ({"runs.run": ""}, "columns: runs.run must be the name of a column, not ''"),
        ("runs.run=rnk", 'columns must be a mapping such as {"runs.run": "ranker"}'),
        (["runs.run"], "columns must be a mapping"),
        ({"queries.text": "t"}, "the choice of queries.text changes nothing: no queries were given (--slices, in"),
    ):
        assert said in refusal(RUNS, QRELS, columns=columns)
    run = put(tmp_path / "a.run", "1 Q0 a 1 1 x\n")
    assert "a.run: TREC text has no column names" in unread(run, columns={"runs.run": "a"})
    both = evaluate([str(run), put(tmp_path / "b.parquet", RUNS)], QRELS, "RR", columns={"runs.run": "rnk"}).fetchall()
    assert {row[0] for row in both} == {"a", "x", "y"}
    names = {"gains": "gain", "weights": "weight", "costs": "doc_id", "exclusions": "doc_id", "candidates": "query_id"}
    chosen = {f"{kind}.{ours}": "zz" for kind, ours in names.items()}
    found = Evaluation({"1": {"a": 1}}, QRELS, columns={**chosen, "queries.text": "t", "scores.value": "v"}).warnings
    assert sorted(each.text for each in found) == [
        f"columns: the choice of {kind}.{ours} changes nothing: no {kind} were given"
        for kind, ours in sorted({**names, "scores": "value"}.items())
    ]
    with pytest.warns(InputWarning) as said:
        pool({"1": {"a": 1}}, QRELS, "AP", depth=1, columns=chosen)
    checked = [each.text for each in check({"1": {"a": 1}}, QRELS, columns=chosen)]
    for texts in (checked, [str(each.message) for each in said]):
        assert len([each for each in texts if "changes nothing: no " in each]) == len(names)


def long_commands_take_it(tmp_path):
    runs, qrels = put(tmp_path / "r.parquet", RUNS), put(tmp_path / "q.csv", "query_id,doc_id,stars\n1,a,1\n")
    line = ("--columns", "runs.run=rnk,qrels.relevance=stars", "-m", "RR", "--format", "csv")
    at_once = in_process.output("evaluate", runs, "--qrels", qrels, *line)
    chosen = ("--columns", "runs.run=rnk", "--columns", "qrels.relevance=stars")
    printed = in_process.output("evaluate", runs, "--qrels", qrels, *chosen, "-m", "RR", "--format", "csv")
    assert {line.split(",")[0] for line in printed.splitlines()[1:]} == {"x", "y"}
    assert printed == at_once
    in_process.output("describe", qrels, *chosen[2:])
    assert in_process.output("check", runs, "--qrels", qrels, *chosen) == "no problems\n"
    in_process.output("convert", runs, tmp_path / "c.csv", *chosen[:2])
    assert (tmp_path / "c.csv").read_text().splitlines()[1].startswith("x,1,a,")
    for wrong, said in (
        (["run"], "--columns run: OURS=THEIRS was expected, such as runs.run=ranker"),
        (["runs.run="], "--columns runs.run=: OURS=THEIRS was expected"),
        (["runs.run=a", "--columns", "runs.run=b"], "--columns gives runs.run two columns, a and b"),
    ):
        assert said in in_process.refusal("evaluate", runs, "--qrels", qrels, "--columns", *wrong)


@pytest.mark.parametrize(
    ("names", "hint"),
    [
        ("queries docs score", "runs.query_id=queries (in Python: columns={'runs.query_id': 'queries'})"),
        ("query_id score docs text", "runs.doc_id=docs (in Python: columns={'runs.doc_id': 'docs'})"),
        ("query_id doc_id 'my score'", "'runs.score=my score' (in Python: columns={'runs.score': 'my score'})"),
    ],
)
def test_a_column_that_is_missing_comes_with_what_to_type(names: str, hint: str) -> None:
    columns = shlex.split(names)
    said = refusal(table(*columns, rows=(("1",) * len(columns),)), QRELS)
    assert said.endswith(f"; if one of these is it, say --columns {hint}")


# Columns that are not used


def unused(held: dict, **options) -> list[str]:
    """What an evaluation says of a run with these columns more."""
    given = pa.table({"query_id": ["1"], "doc_id": ["a"], "score": [1], **held})
    return [each.text for each in Evaluation(given, QRELS, **options).warnings if each.kind == "column not used"]


def test_a_column_that_looks_like_a_key_is_warned_of():
    keys = ["ranker2", "run_date", "Model Version", "dt", "modelVersion", "nightly_run", "dataset"]
    others = ["text", "url", "features", "timestamp", "updated", "q0", "truncated", "run_time"]
    typed = {name: f"'runs.run={name}'" if " " in name else f"runs.run={name}" for name in keys}
    assert unused({name: ["v"] for name in [*keys, *others]}) == [
        f"the runs have a column {name!r}, which was not used; --columns {typed[name]} (in Python:"
        f" columns={{'runs.run': {name!r}}}) makes it the run's name"
        for name in keys
    ]
    assert unused({"dt": ["v"]}, columns={"run": "dt"}) == []
    assert unused({"run": ["a"], "night": ["n"]}) == [
        "the runs have a column 'night', which was not used; rows were read whatever it says,"
        " and --where (in Python: where) chooses among them"
    ]
    assert unused({"run": ["a"], "model": ["n"]}) == []  # another name of the run
    assert words_of("rankerName") == words_of("ranker_name") == words_of("Ranker-Name") == ["ranker", "name"]
    assert words_of("DTNight2") == ["dt", "night"]
    qrels = pa.table({"query_id": ["1"], "doc_id": ["a"], "relevance": [1], "dataset": ["x"]})
    (said,) = check({"1": {"a": 1}}, qrels)  # judgments have no --where
    assert said.text == "the judgments have a column 'dataset', which was not used; rows were read whatever it says"
    with pytest.warns(InputWarning, match="the judgments have a column 'dataset'"):
        evaluate({"1": {"a": 1}}, qrels, "RR")
    assert [each.kind for each in Evaluation({"1": {"a": 1}}, qrels).warnings] == ["column not used"]


def long_it_is_said_once_of_many_files_and_not_of_folders_that_are_one(tmp_path, monkeypatch):
    for night in ("2026-11-21", "2026-11-22"):
        for run in ("a", "b"):
            put(tmp_path / f"dt={night}" / f"run={run}" / "p.parquet", RUNS.slice(2).drop(["rnk"]))
    assert check(tmp_path / "dt=2026-11-22", QRELS) == []
    nights = {"one": tmp_path / "dt=2026-11-22" / "run=a", "two": tmp_path / "dt=2026-11-21" / "run=b"}
    assert check(nights, QRELS) == []  # each folder is named
    patterns = {"one": tmp_path / "dt=*22" / "run=a", "two": tmp_path / "dt=*21" / "run=b"}
    assert [each.kind for each in check(patterns, QRELS)] == ["column not used"]
    monkeypatch.setattr(passes, "ROW", 10**12)
    ranked = RUNS.slice(2).rename_columns(["ranker2", *RUNS.column_names[1:]])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        evaluate([put(tmp_path / f"{n}.parquet", ranked) for n in "ab"], QRELS, "RR")
    assert len(caught) == 1


def long_every_question_takes_it(tmp_path):
    chosen, path = {"runs.run": "rnk"}, put(tmp_path / "r.parquet", RUNS)
    qrels = pa.table({"query_id": ["1"], "doc_id": ["a"], "stars": [1]})
    for_all = chosen | {"qrels.relevance": "stars"}
    assert not [each for each in check(path, qrels, columns=for_all) if each.level == "error"]
    assert len(Evaluation(path, qrels, columns=for_all).score("RR").fetchall()) == 2
    assert len(evalsql.curve(path, qrels, "CG@1", columns=for_all).fetchall()) == 2
    assert compare(path, qrels, ["RR"], columns=for_all).fetchall()
    assert describe(qrels, columns={"qrels.relevance": "stars"})["sets"].fetchall()
    assert pool(path, qrels, ["RR"], depth=1, columns=for_all)
    assert evalsql.overlap(path, columns=chosen).fetchall()
    scores = pa.table({"who": ["x", "y"], "query_id": ["1", "1"], "metric": ["RR", "RR"], "value": [0.5, 1.0]})
    assert compare(scores, None, columns={"scores.run": "who"}).fetchall()
