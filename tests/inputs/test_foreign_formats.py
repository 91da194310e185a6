"""Files of other tools: of search engines and Quepid, SVMlight text, and results that are read as scores."""

import json
import math
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import in_process
import numpy as np
import pyarrow as pa
import pytest
from in_process import invoke, output, refusal
from places import FIXTURES
from tiny import read, unread, unsaid
from written import put

import evalsql
from evalsql import InputError
from evalsql.inputs import views
from evalsql.inputs.files import File, format_of
from evalsql.inputs.formats.search_engines import form_of

FORMATS = FIXTURES / "formats"
RUNS = ("rank_eval_response.json", "evaluation_results.json", "quepid_detailed.csv", "quepid_snapshot.csv")
QRELS = (
    *("rank_eval_request.json", "judgments_request.json", "judgments_response.json"),
    *("quepid_basic.csv", "quepid_ratings.json", "quepid_case.json"),
)
# ranks 1 and 3 of three relevant documents; rank 2 of two; nothing of one
BY_HAND = {'27" led tv, curved': (1 / 2) / 2, "blue jeans": 0, "red dress": (1 + 2 / 3) / 3}


def scores(run: Any, qrels: str | Path = QRELS[0]) -> list[tuple]:
    return evalsql.Evaluation(run, FORMATS / qrels).score("AP").fetchall()


def average_precision(run: str | Path, qrels: str | Path) -> dict[str, float]:
    return {query: value for _, query, _, value in scores(FORMATS / run, qrels)}


def test_each_ranking_scores_as_by_hand_and_lines_may_end_as_quepid_ends_them(tmp_path: Path) -> None:
    given = {name: FORMATS / name for name in RUNS}
    for name in RUNS[2:]:
        given[f"{name}, CRLF"] = put(tmp_path / name, (FORMATS / name).read_bytes().replace(b"\n", b"\r\n"))
    found = {run: {} for run in given}
    for run, query, _, value in scores(given):
        found[run][query] = value
    assert found == {run: pytest.approx(BY_HAND) for run in given}


def test_each_list_of_ratings_scores_as_by_hand() -> None:
    for qrels in QRELS:
        assert average_precision(RUNS[0], qrels) == pytest.approx(BY_HAND), qrels


def test_each_file_is_known_by_how_it_begins_whatever_it_is_called(tmp_path: Path) -> None:
    for path in FORMATS.iterdir():
        program = path.name.split("_")[0]
        right = {"rank": "_rank_eval", "quepid": "Quepid"}.get(program, "OpenSearch")
        for each in (path, put(tmp_path / "export", path.read_bytes())):
            assert format_of(File(str(each), str(each), str(each), None)) == "search_engines", path
            assert right in getattr(form_of(each.read_bytes()), "called", ""), path
    lines = put(tmp_path / "export", "q\tQ0\td\t1\t1\tx\n")  # of which q and d name no columns
    assert format_of(File(str(lines), str(lines), str(lines), None)) == "trec"


def long_the_command_line_reads_both_and_says_what_ratings_of_retrieved_documents_are() -> None:
    for run, qrels in (
        ("rank_eval_response.json", "rank_eval_request.json"),
        ("evaluation_results.json", "judgments_response.json"),
        ("quepid_snapshot.csv", "quepid_basic.csv"),
    ):
        said = output("evaluate", FORMATS / run, "-q", FORMATS / qrels, "-m", "nDCG@10")
        assert "0.4049" in said
    for both in ("rank_eval_response.json", "quepid_detailed.csv"):
        done = in_process.whole(["evaluate", FORMATS / both, "-q", FORMATS / both, "-m", "P@2"], FORMATS)
        assert (done.status, "0.5000" in done.output) == (0, True)  # 1 and 1 of 2, over the two queries with ratings
        assert "has ratings of retrieved documents alone" in done.said


def test_a_pairwise_experiment_has_two_runs() -> None:
    found = scores(FORMATS / "experiment_pairwise.json")
    values = {run: [value for each, _, _, value in found if each == run] for run, *_ in found}
    assert sorted(values["config-a"]) == pytest.approx(sorted(BY_HAND.values()))
    assert sorted(values["config-b"]) == pytest.approx([0, 0.25, (1 / 2 + 2 / 4) / 3])


def test_several_snapshots_in_a_file_are_several_runs(tmp_path: Path) -> None:
    head, body = (FORMATS / "quepid_snapshot.csv").read_text().split("\n", 1)
    both = put(tmp_path / "both.csv", f"{head}\n{body}{body.replace('Before tuning', 'After tuning')}")
    assert {run for run, *_ in scores(both)} == {"After tuning", "Before tuning"}
    assert unread(put(both, f"{head}\n".encode() + b"\xff")) == f"{both}: not UTF-8 text"


RATINGS_ALONE = {  # given as a run
    "rank_eval_request.json": "is a request of _rank_eval, which has ratings and no ranking",
    "judgments_response.json": "is a judgment list, which has ratings and no ranking; give it as judgments",
    "experiment_pointwise.json": "is an experiment, which names its evaluation results and has no ranking",
    "query_set.json": "is a query set, which has queries alone: neither a ranking nor ratings",
    "quepid_basic.csv": "is a list of Quepid's ratings, which has no ranks",
    "quepid_ratings.json": "is an export of Quepid's ratings, which has no ranking",
    "quepid_general.csv": "is Quepid's general export of a case, which has scores of queries and no docu",
}
RANKINGS_ALONE = {  # given as judgments
    "evaluation_results.json": "is evaluation results, which have rankings and no ratings; give it as runs",
    "experiment_pairwise.json": "is a pairwise experiment, which has rankings and no ratings",
    "quepid_snapshot.csv": "is a snapshot of Quepid's, which has no ratings",
}


def test_what_a_form_does_not_hold_is_said() -> None:
    assert unsaid((FORMATS / name, f"{name}: {said}") for name, said in RATINGS_ALONE.items()) == []
    assert unsaid(((FORMATS / name, f"{name}: {said}") for name, said in RANKINGS_ALONE.items()), "qrels") == []


def changed(name: str, change: Callable[[dict], object], folder: Path) -> Path:
    """A fixture in JSON that was changed."""
    held = json.loads((FORMATS / name).read_text())
    change(held)
    return put(folder / name, json.dumps(held))


def hits(held: dict) -> list:
    return held["hits"]["hits"]


def first_result(held: dict) -> dict:
    return hits(held)[0]["_source"]


def first_request(held: dict) -> dict:
    return held["requests"][0]


def in_two_indices(held: dict) -> None:
    held["details"]["red dress"]["hits"][1]["hit"].update(_id="B1", _index="shops")


WRONG: dict[str, dict[str, Callable[[dict], object]]] = {  # by file, what is said of a change
    RUNS[0]: {
        "query red dress has no hits, so the response ": lambda held: held["details"]["red dress"].pop("hits"),
        "query red dress failed, so the re": lambda held: held.update(failures={"red dress": {"error": "x"}}),
        "document B1 of query red dress is in two indices, products-000002 and shops": in_two_indices,
        "details of the response is missing; an object was expected": lambda held: held.pop("details"),
        "without a document that w": lambda held: [each.update(hits=[]) for each in held["details"].values()],
        "failures of the response is something else; an object": lambda held: held.update(failures=2),
    },
    RUNS[1]: {
        "has 3 of the 40 hits of its search; search ag": lambda held: held["hits"]["total"].update(value=40),
        "has two evaluation results of qu": lambda held: hits(held).append(hits(held)[0]),
        "documentIds of evaluation result 1 is missing": lambda held: first_result(held).pop("documentIds"),
    },
    QRELS[0]: {
        "ratings of query red dress is missing; a list was": lambda held: first_request(held).pop("ratings"),
        "rating of document B1 of query red d": lambda held: first_request(held)["ratings"][0].pop("rating"),
        "_id of a rating of query": lambda held: first_request(held)["ratings"][0].update(_id=["B1"]),
    },
    QRELS[2]: {"holds 2 judgment lists: Imported": lambda held: hits(held).append(hits(held)[0])},
    QRELS[4]: {"'good'": lambda held: held["queries"][0]["ratings"].update(B1="good")},
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_in_a_file_is_said(name: str, tmp_path: Path) -> None:
    for said, change in WRONG[name].items():
        path = changed(name, change, tmp_path)
        run, qrels = (path, FORMATS / QRELS[0]) if name in RUNS else (FORMATS / RUNS[0], path)
        assert said in refusal("evaluate", run, "-q", qrels, "-m", "AP")


PARTS = {
    "its search timed out": lambda held: held.update(timed_out=True),
    "its search was terminated early": lambda held: held.update(terminated_early=True),
    "by some of its shards alone": lambda held: held["_shards"].update(total=2, failed=1),
    "of its shards alone; search": lambda held: held["_shards"].update(total=2),
    "by some of its clusters alone": lambda held: held.update(_clusters={"total": 2, "successful": 1, "skipped": 1}),
    "hits of a search that found at least 1": lambda held: held["hits"].update(total={"value": 1, "relation": "gte"}),
    "of the 40 hits": lambda held: held["hits"].update(total=40),
    "its status is PROCESSING": lambda held: first_result(held).update(status="PROCESSING"),
    "its status is ERROR": lambda held: first_result(held).update(status="ERROR"),
}
WHOLE = (
    lambda held: held["hits"].pop("total"),
    lambda held: held["hits"].update(total=held["hits"]["total"]["value"]),
    lambda held: [held.pop(name) for name in ("took", "timed_out", "_shards")],
    lambda held: held.update(_clusters={"total": 1, "successful": 1, "skipped": 0}, terminated_early=False),
    lambda held: held["_shards"].update(total=5, successful=5, skipped=2),
)


@pytest.mark.parametrize("name", [RUNS[1], "experiment_pairwise.json", QRELS[2]])
def long_a_part_of_a_response_is_refused(name: str, tmp_path: Path) -> None:
    kind = "qrels" if name == QRELS[2] else "runs"
    for said, change in PARTS.items():
        with pytest.raises(InputError, match=f"^{tmp_path / name}: .*{said}"):
            views.read(duckdb.connect(), changed(name, change, tmp_path), kind, tmp_path)
    for change in WHOLE:
        assert views.read(duckdb.connect(), changed(name, change, tmp_path), kind, tmp_path)


def test_a_search_configuration_that_finds_nothing_is_an_empty_run_and_one_without_a_list_is_refused(
    tmp_path: Path,
) -> None:
    def without(held: dict) -> None:
        for rankings in first_result(held)["results"].values():
            rankings["config-b"] = []

    path = changed("experiment_pairwise.json", without, tmp_path)
    evaluation = evalsql.Evaluation(path, FORMATS / QRELS[0])
    said = f"{path}: holds no rows of run config-b, which has no results for any query"
    texts = [problem.text for problem in evaluation.warnings]
    assert said in texts
    assert not any("ratings of retrieved" in text for text in texts)  # a request has others too
    assert {value for run, _, _, value in evaluation.score("RR").fetchall() if run == "config-b"} == {0}
    alone = evalsql.Evaluation(path, FORMATS / QRELS[0], where="run = 'config-a'").score("RR").fetchall()
    assert {run for run, *_ in alone} == {"config-a"}
    of_text = {"config-b": "B4, B3"}
    changed(path.name, lambda held: first_result(held)["results"]["red dress"].update(of_text), tmp_path)
    said = refusal("evaluate", path, "-q", FORMATS / QRELS[0], "-m", "AP")
    assert said == f"{path}: query red dress has no list of documents of config-b"


def test_a_query_that_is_called_like_a_field_of_opensearch_is_a_query(tmp_path: Path) -> None:
    rankings = {"judgmentRatings": {"d1": 3, "d2": 1}, "q2": {"d1": 1}}
    assert read(put(tmp_path / "run.json", json.dumps(rankings))) == read({"run": rankings})


def test_columns_are_not_chosen_and_a_file_is_not_linked(tmp_path: Path) -> None:
    given = (FORMATS / RUNS[0], "-q", FORMATS / QRELS[0], "-m", "AP")
    said = refusal("evaluate", *given, "--columns", "runs.doc_id=_id")
    assert "a request or response of _rank_eval has no column names" in said
    ratings = tmp_path / "predicted.csv"
    ratings.write_text("query,docid,rating\nred dress,B1,4.5\nred dress,B2,4\n")
    said = refusal("evaluate", ratings, "-q", FORMATS / QRELS[0], "-m", "AP")
    assert said.endswith("If rating is the score, say --columns runs.score=rating")
    columns = {"runs.score": "rating"}
    predicted = evalsql.Evaluation(ratings, FORMATS / QRELS[0], columns=columns).score("NumRet").fetchall()
    assert [(query, value) for _, query, _, value in predicted if value] == [("red dress", 2)]
    assert "cannot be linked" in refusal("build", tmp_path / "eval.duckdb", *given, "--link")
    assert output("convert", FORMATS / RUNS[2], tmp_path / "run.parquet") == ""
    assert average_precision(tmp_path / "run.parquet", QRELS[0]) == pytest.approx(BY_HAND)


LINES = ["# of two queries", "2 qid:1 1:0.5 # docid = x", "0 qid:1 1:0.1", "", "1 qid:b 1:3", "0\tqid:b"]


def pasted(predictions: list[str], lines: list[str]) -> str:
    return "".join(f"{one} {line}\n" for one, line in zip(predictions, lines, strict=True))


def test_lines_are_documents(tmp_path):
    judged = [("1", "2", 2.0), ("1", "3", 0.0), ("b", "5", 1.0), ("b", "6", 0.0)]
    ranked = [("1", "1", 0.25), ("1", "2", -0.001), ("b", "3", 7.0), ("b", "4", 0.5)]
    for name in ("x.svm", "x.libsvm", "x.txt", "x"):
        path = put(tmp_path / name, "\n".join(LINES))
        assert read(path, "qrels") == [(None, query, doc, value.hex()) for query, doc, value in judged], name
        path = put(tmp_path / name, pasted(["0.25", "-1e-3", "7", "+.5"], [*LINES[1:3], *LINES[4:]]))
        assert [row[1:] for row in read(path)] == [(query, doc, value.hex()) for query, doc, value in ranked], name


@pytest.mark.filterwarnings("ignore:.*without a document that is judged relevant")
def test_values_are_those_of_the_same_arrays(tmp_path):
    random = np.random.default_rng(3)
    sizes = random.integers(1, 9, 30)
    labels, scores = random.integers(0, 4, sizes.sum()), random.random(sizes.sum())
    queries = np.repeat(np.arange(1, len(sizes) + 1), sizes)
    lines = [f"{label} qid:{query} 1:0.5" for label, query in zip(labels, queries, strict=True)]
    judged = put(tmp_path / "test.svm", "\n".join(lines))
    run = put(tmp_path / "run.svm", pasted(list(map(repr, map(float, scores))), lines))
    found = {row[1:] for row in evalsql.evaluate(run, judged, ["nDCG@3", "AP"]).fetchall()}
    assert found == {row[1:] for row in evalsql.evaluate_groups(scores, labels, sizes, ["nDCG@3", "AP"]).fetchall()}


def test_what_is_no_such_line_is_refused(tmp_path):
    judged = str(put(tmp_path / "test.svm", "1 qid:1 1:2\n"))
    assert unread(judged) == (
        f"{judged}, line 1: prediction label qid:query was expected; paste -d' ' PREDICTIONS {judged} writes"
        " predictions before lines"
    )
    for text, said in {
        "1 qid:1\n1 1:2\n": ", line 2: label qid:query was expected",
        "1 qid:1\nx qid:1\n": ", line 2: relevance is 'x'; a number was expected",
        "1 qid:\n": ", line 1: label qid:query was expected",
        "# nothing\n": ": holds no rows, where judgments were expected",
    }.items():
        path = str(put(tmp_path / "x.svm", text))
        assert unread(path, "qrels") == path + said
    Path(path).write_bytes(b"1 qid:\xff\n")
    assert unread(path, "qrels") == f"{path}: not UTF-8 text"
    assert refusal("compare", judged) == f"{judged}: is SVMlight text, which holds runs or judgments"
    chosen = refusal("evaluate", judged, "--qrels", judged, "--columns", "runs.score=x")
    assert "SVMlight text has no column names" in chosen
    assert invoke("evaluate", str(tmp_path / "none.svm"), "--qrels", judged).exit_code


PROMPTFOO = {
    "evalId": "eval-x",
    "results": {
        "version": 3,
        "results": [
            {
                "testIdx": test,
                "promptIdx": 0,
                "success": test == 0,
                "score": 0.5 * test,
                "namedScores": {'a "b"': 1} if test else {},
                "provider": {"id": provider, "label": label},
                "prompt": {"label": "p", "raw": "x"},
            }
            for test in (0, 1)
            for provider, label in (("openai:x", ""), ("y", "ours"))
        ],
    },
}
PROMPTFOO_ROWS = [
    (run, *row)
    for run in ("openai:x", "ours")
    for row in [("0", "pass", 1.0), ("0", "score", 0.0), ("1", 'a "b"', 1.0), ("1", "pass", 0.0), ("1", "score", 0.5)]
]
SAMPLES = [
    {"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}, "both": {"value": {"a": 1, "b/c": 0.5}}}},
    {"id": 1, "epoch": 2, "scores": {"match": {"value": "I"}, "both": {"value": {"a": 0, "b/c": 0.25}}}},
    {"id": "s2", "epoch": 1, "scores": {"match": {"value": "P"}, "both": {"value": {"a": math.nan, "b/c": True}}}},
    {"id": "s3", "epoch": 1, "scores": {"match": {"value": "N"}, "said": {"value": "so"}}},
    {"id": "s4", "epoch": 1, "scores": None, "error": {"message": "timeout"}},
]
LOG = {"version": 2, "status": "success", "eval": {"run_id": "x", "task": "t", "model": "openai/gpt"}}
INSPECT_ROWS = [
    ("openai/gpt", "1", "both/a", 0.5),
    ("openai/gpt", "1", "both/b/c", 0.375),
    ("openai/gpt", "1", "match", 0.5),
    ("openai/gpt", "s2", "both/a", None),
    ("openai/gpt", "s2", "both/b/c", 1.0),
    ("openai/gpt", "s2", "match", 0.5),
    ("openai/gpt", "s3", "match", 0.0),
]
DEEPEVAL = {
    "testFile": "t.py",
    "testCases": [
        {"name": "c0", "input": "x", "metricsData": [{"name": "Faithfulness", "score": 0.5}]},
        {"name": "c1", "input": "y", "metricsData": [{"name": "Faithfulness"}, {"name": "G Eval", "score": 1}]},
    ],
    "conversationalTestCases": [{"name": "talk", "metricsData": [{"name": "G Eval", "score": 0.25}]}],
}
DEEPEVAL_ROWS = [
    ("f", "c0", "Faithfulness", 0.5),
    ("f", "c1", "Faithfulness", None),
    ("f", "c1", "G Eval", 1.0),
    ("f", "talk", "G Eval", 0.25),
]
LM_EVAL = "".join(
    json.dumps({"doc_id": doc, "doc": {"q": "x"}, "filter": name, "metrics": ["acc", "bleu"], "acc": doc, "bleu": [1]})
    + "\n"
    for doc in (0, 1)
    for name in ("none", "strict")
)
LM_EVAL_ROWS = [(*("f", str(doc), metric), float(doc)) for doc in (0, 1) for metric in ("acc", "acc/strict")]
FILES: dict[str, tuple[str, Any, list]] = {  # the name of a file, what it holds, and its scores
    "promptfoo": ("f.json", PROMPTFOO, PROMPTFOO_ROWS),
    "promptfoo before it named evaluations": ("f.json", {"results": PROMPTFOO["results"]}, PROMPTFOO_ROWS),
    "Inspect": ("f.json", {**LOG, "samples": SAMPLES}, INSPECT_ROWS),
    "Inspect, zipped": ("f.eval", {**LOG, "samples": SAMPLES}, INSPECT_ROWS),
    "DeepEval": ("f.json", DEEPEVAL, DEEPEVAL_ROWS),
    "lm-evaluation-harness": ("f.jsonl", LM_EVAL, LM_EVAL_ROWS),
}


def written(folder: Path, name: str, held: Any, *, zstandard: bool = True) -> Path:
    file = folder / name
    if file.suffix == ".eval":
        parts = {"header": {key: each for key, each in held.items() if key != "samples"}, "summaries": held["samples"]}
        with zipfile.ZipFile(file, "w") as opened:
            for part, each in parts.items():
                text = json.dumps(each).encode()
                packed = pa.compress(text, codec="zstd", asbytes=True)
                opened.writestr(f"{part}.json", packed if zstandard else text)
                if zstandard:  # as what Python of today does not write
                    info = opened.getinfo(f"{part}.json")
                    info.compress_type, info.file_size, info.CRC = 93, len(text), zlib.crc32(text)
        return file
    return put(file, held if isinstance(held, str) else json.dumps(held, indent=1))


@pytest.mark.parametrize("what", FILES)
def test_the_scores_of_another_tool_are_read(tmp_path, what):
    name, held, rows = FILES[what]
    expected = [(*ids, value if value is None else value.hex()) for *ids, value in rows]
    assert read(str(written(tmp_path, name, held)), "values") == sorted(expected, key=str)


def test_a_log_of_inspect_may_be_stored_and_runs_of_several_prompts_are_named_by_these(tmp_path):
    _, held, rows = FILES["Inspect, zipped"]
    assert len(read(str(written(tmp_path, "f.eval", held, zstandard=False)), "values")) == len(rows)
    held = json.loads(json.dumps(PROMPTFOO))
    for each in held["results"]["results"][::2]:
        each["prompt"]["label"] = "q"
    rows = read(str(written(tmp_path, "f.json", held)), "values")
    assert {run for run, *_ in rows} == {"openai:x q", "ours p"}


def test_they_are_compared_as_other_scores_are(tmp_path):
    new, old = json.loads(json.dumps(LOG)), json.loads(json.dumps(LOG))
    for log, right in ((new, 3), (old, 1)):
        log["samples"] = [{"id": n, "epoch": 1, "scores": {"m": {"value": "CI"[n >= right]}}} for n in range(4)]
    files = written(tmp_path, "new.eval", new), written(tmp_path, "old.json", old)
    with pytest.warns(evalsql.InputWarning, match="m has no better direction"):
        rows = evalsql.gate(*map(str, files), margin=0.9).fetchall()
    assert [row[6:8] for row in rows] == [(0.75, 0.25)]
    shown = invoke("compare", f"new={files[0]}", f"old={files[1]}", "--format", "csv")
    assert shown.stdout.splitlines()[1].startswith("m,new,old,4,0.75,0.25,0.5")


def test_rows_of_a_run_may_have_keys_of_these_tools(tmp_path):
    for more in ({"testCases": ["x"]}, {"doc": "a text"}):
        row = {"doc_id": 7, **more, "query_id": "1", "score": 2.0}
        assert read(put(tmp_path / "r.jsonl", json.dumps(row) + "\n")) == [("r", "1", "7", (2.0).hex())]


def test_results_without_a_run_are_refused_unless_the_user_names_it(tmp_path):
    for tool, missing in {"promptfoo": "a provider", "Inspect": "a model"}.items():
        held = json.loads(json.dumps(FILES[tool][1]).replace('"provider"', '"x"').replace('"model"', '"x"'))
        file = written(tmp_path, "f.json", held)
        assert unread(str(file), "values") == f"{file}: has results without {missing}; NAME={file} names their run"
        if tool == "Inspect":  # those of promptfoo were two providers
            assert {row[0] for row in read({"mine": str(file)}, "values")} == {"mine"}


def test_two_files_of_one_run_need_another_name(tmp_path):
    said = unread([str(written(tmp_path, name, PROMPTFOO)) for name in ("f.json", "g.json")], "values")
    assert said.endswith("such values; give one of the files another run name, NAME=path on the command line")


def test_a_result_file_is_refused_where_it_cannot_be_read(tmp_path):
    file = written(tmp_path, "f.json", PROMPTFOO)
    assert refusal("evaluate", file, "--qrels", file) == (
        f"{file}: holds results of promptfoo, which are scores and not judgments"
    )
    assert "a file of promptfoo has no column names, so no column 'x' can be read as value" in refusal(
        "compare", file, "--columns", "value=x"
    )
    other = put(tmp_path / "g.eval", "PK\3\4 is not a zip")
    assert unread([str(other)], "values") == f"{other}: is not a log of Inspect: File is not a zip file"
    same = put(tmp_path / "g.json", "PK\3\4 is not a zip")
    assert unread([str(same)], "values") == f"{same}: is a zip archive; unpack it"
    text = put(tmp_path / "h.eval", "{}")
    assert unread([str(text)], "values") == f"{text}: is not a log of Inspect, as its name says"
    broken = put(tmp_path / "i.json", json.dumps(PROMPTFOO)[:-9])
    assert f"{broken}: cannot be read as results of promptfoo" in unread([str(broken)], "values")
