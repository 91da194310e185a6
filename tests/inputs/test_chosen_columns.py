"""The user may say which column is which; one that was not read and looks like a key is warned of."""

import warnings

import in_process
import pyarrow as pa
import pytest
from refused import refusal
from written import as_jsonl, put

from evalsql import Evaluation, InputError, InputWarning, check, evaluate, pool
from evalsql.inputs.columns import words_of

QRELS = {"1": {"a": 1}}
RUNS = pa.table({"rnk": ["x", "x", "y"], "query_id": ["1"] * 3, "doc_id": ["a", "b", "a"], "score": [2, 1, 1]})
XY = [("x", "1", "RR", 1), ("y", "1", "RR", 1)]


def as_csv(path) -> str:
    lines = [",".join(map(str, row.values())) for row in RUNS.to_pylist()]
    return str(put(path / "r.csv", [",".join(RUNS.column_names), *lines]))


FORMS = {
    "frame": lambda path: RUNS,
    "parquet": lambda path: put(path / "r.parquet", RUNS),
    "csv": as_csv,
    "jsonl": lambda path: put(path / "r.jsonl", as_jsonl(RUNS)),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["runs.run", "run"])
def test_a_column_is_the_run(tmp_path, form, name):
    assert evaluate(FORMS[form](tmp_path), QRELS, "RR", columns={name: "rnk"}).fetchall() == XY


def test_what_is_said_goes_before_names():
    table = pa.table({"query_id": ["1"], "qid": ["2"], "doc_id": ["a"], "score": [1]})
    rows = evaluate(table, {"2": {"a": 1}}, "RR", columns={"runs.query_id": "qid"}).fetchall()
    assert rows == [("run", "2", "RR", 1)]


def test_judgments_gains_and_unqualified_ids():
    runs = pa.table({"q": ["1", "1"], "d": ["a", "b"], "score": [1, 2]})
    qrels = pa.table({"q": ["1", "1"], "d": ["a", "b"], "stars": [1, 0]})
    chosen = {"query_id": "q", "doc_id": "d", "qrels.relevance": "stars"}
    assert evaluate(runs, qrels, "RR", columns=chosen).fetchall() == [("run", "1", "RR", 0.5)]
    gains = pa.table({"query_id": ["1"], "relevance": [1], "worth": [4]})
    rows = evaluate({"1": {"a": 1}}, QRELS, "CG@1", gains=gains, columns={"gains.gain": "worth"}).fetchall()
    assert rows == [("run", "1", "CG@1", 4)]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (
            {"runs.run": "ranker"},
            "frame 1 of the runs: no column ranker, which was said to be run; it has rnk, query_id",
        ),
        ({"run.s": "rnk"}, "columns: there is no 'run.s' to be 'rnk'; there are runs.run, runs.query_id, runs.doc_id"),
        ({"runs.relevance": "rnk"}, "columns: there is no 'runs.relevance' to be 'rnk'; there are runs.run,"),
        ({"qrels.relevance": "rnk"}, "dict 1 of the judgments: a dict has no names of columns, so none of it can be"),
        ({"runs.run": ""}, "columns: runs.run must be the name of a column, not ''"),
        ("runs.run=rnk", 'columns must be a mapping such as {"runs.run": "ranker"}'),
    ],
)
def test_a_choice_that_does_not_fit_is_refused(columns, said):
    assert said in refusal(RUNS, QRELS, columns=columns)


def test_a_choice_of_what_is_not_read_is_said():
    names = {"gains": "gain", "weights": "weight", "costs": "doc_id", "exclusions": "doc_id", "candidates": "query_id"}
    chosen = {f"{kind}.{ours}": "zz" for kind, ours in names.items()}
    found = Evaluation({"1": {"a": 1}}, QRELS, columns={**chosen, "queries.text": "t", "scores.value": "v"}).warnings
    assert [each.text for each in found] == [
        f"columns: the choice of {kind}.{ours} changes nothing: no {kind} were given" for kind, ours in names.items()
    ]
    with pytest.warns(InputWarning) as said:
        pool({"1": {"a": 1}}, QRELS, "AP", depth=1, columns=chosen)
    checked = [each.text for each in check({"1": {"a": 1}}, QRELS, columns=chosen)]
    for texts in (checked, [str(each.message) for each in said]):
        assert len([each for each in texts if "changes nothing: no " in each]) == len(names)
    assert "the choice of queries.text changes nothing: no queries were given (--slices, in" in refusal(
        {"1": {"a": 1}}, QRELS, columns={"queries.text": "t"}
    )


def test_text_without_a_header_has_no_names(tmp_path):
    run = put(tmp_path / "a.run", "1 Q0 a 1 1 x\n")
    assert "a.run: TREC text has no names of columns" in refusal(run, QRELS, columns={"runs.run": "a"})


def test_commands_take_it(tmp_path):
    runs, qrels = put(tmp_path / "r.parquet", RUNS), put(tmp_path / "q.csv", "query_id,doc_id,stars\n1,a,1\n")
    chosen = ("--columns", "runs.run=rnk", "--columns", "qrels.relevance=stars")
    printed = in_process.output("evaluate", runs, "--qrels", qrels, *chosen, "-m", "RR", "--format", "csv")
    assert {line.split(",")[0] for line in printed.splitlines()[1:]} == {"x", "y"}
    in_process.output("describe", qrels, *chosen[2:])
    assert in_process.output("check", runs, "--qrels", qrels, *chosen) == "no problems\n"
    in_process.output("convert", runs, tmp_path / "c.csv", *chosen[:2])
    assert (tmp_path / "c.csv").read_text().splitlines()[1].startswith("x,1,a,")
    for wrong, said in (
        ("run", "--columns run: OURS=THEIRS was expected, such as runs.run=ranker"),
        ("runs.run=", "--columns runs.run=: OURS=THEIRS was expected"),
    ):
        assert said in in_process.refusal("evaluate", runs, "--qrels", qrels, "--columns", wrong)
    twice = ("--columns", "runs.run=a", "--columns", "runs.run=b")
    assert "--columns runs.run is said to be a and b" in in_process.refusal("check", runs, "--qrels", qrels, *twice)


def said_of(held: dict, **options) -> list[str]:
    table = pa.table({"query_id": ["1"], "doc_id": ["a"], "score": [1], **held})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        evaluate(table, QRELS, "RR", **options)
    assert {each.category for each in caught} <= {InputWarning}
    return [str(each.message) for each in caught]


@pytest.mark.parametrize(
    "name", ["ranker2", "run_date", "Model Version", "dt", "modelVersion", "nightly_run", "dataset"]
)
def test_a_column_that_looks_like_a_key_is_warned_of(name):
    (said,) = said_of({name: ["v"]})
    typed = f"'runs.run={name}'" if " " in name else f"runs.run={name}"
    assert said == (
        f"the runs have a column {name!r}, which was not used; --columns {typed} (in Python:"
        f" columns={{'runs.run': {name!r}}}) makes it the run's name"
    )
    assert said_of({name: ["v"]}, columns={"run": name}) == []


@pytest.mark.parametrize("name", ["text", "url", "features", "timestamp", "updated", "q0", "truncated", "run_time"])
def test_other_columns_are_not(name):
    assert said_of({name: ["v"]}) == []


def test_a_run_that_is_named_leaves_keys_to_be_read_as_one():
    assert said_of({"run": ["a"], "night": ["n"]}) == [
        "the runs have a column 'night', which was not used; rows were read whatever it says,"
        " and --where (in Python: where) chooses among them"
    ]
    assert said_of({"run": ["a"], "model": ["n"]}) == []  # another name of the run


def test_judgments_say_so_too_and_check_lists_it():
    qrels = pa.table({"query_id": ["1"], "doc_id": ["a"], "relevance": [1], "dataset": ["x"]})
    (said,) = check({"1": {"a": 1}}, qrels)
    assert said.text.startswith("the judgments have a column 'dataset', which was not used; rows were read whatever it")
    with pytest.warns(InputWarning, match="the judgments have a column 'dataset'"):
        evaluate({"1": {"a": 1}}, qrels, "RR")


def test_a_column_of_qrels_not_used_is_a_doubt_where_judgments_are_read_quick():
    qrels = pa.table({"query_id": ["1"], "doc_id": ["a"], "relevance": [1], "dataset": ["x"]})
    assert [each.kind for each in Evaluation({"1": {"a": 1}}, qrels).warnings] == ["column not used"]


def test_it_is_said_once_of_many_files_and_not_of_folders_that_are_one(tmp_path):
    for night in ("2026-11-21", "2026-11-22"):
        for run in ("a", "b"):
            put(tmp_path / f"dt={night}" / f"run={run}" / "p.parquet", RUNS.slice(2).drop(["rnk"]))
    assert check(tmp_path / "dt=2026-11-22", QRELS) == []
    nights = {"one": tmp_path / "dt=2026-11-22" / "run=a", "two": tmp_path / "dt=2026-11-21" / "run=b"}
    assert [each.kind for each in check(nights, QRELS)] == ["column not used"]


def test_words_of_names():
    assert words_of("rankerName") == words_of("ranker_name") == words_of("Ranker-Name") == ["ranker", "name"]
    assert words_of("DTNight2") == ["dt", "night"]


def test_two_passes_say_it_once(tmp_path, monkeypatch):
    from evalsql.inputs import passes

    monkeypatch.setattr(passes, "ROW", 10**12)
    files = [
        put(tmp_path / f"{n}.parquet", RUNS.slice(2).rename_columns(["ranker2", *RUNS.column_names[1:]])) for n in "ab"
    ]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        evaluate(files, QRELS, "RR")
    assert len(caught) == 1


def test_none_is_no_choice():
    assert evaluate(RUNS.slice(2), QRELS, "RR", columns=None).fetchall()
    with pytest.raises(InputError, match="columns must be a mapping"):
        evaluate(RUNS, QRELS, "RR", columns=["runs.run"])  # type: ignore
