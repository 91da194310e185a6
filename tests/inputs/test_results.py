"""Result files of other evaluation tools, read as scores; sql/results has a query for each tool."""

import json
import math
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from in_process import invoke, refusal
from tiny import read, unread
from written import put

import evalsql

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
    found = read(str(written(tmp_path, name, held)), "values")
    assert found == sorted(((*ids, value if value is None else value.hex()) for *ids, value in rows), key=str)


def test_a_log_of_inspect_may_be_stored(tmp_path):
    _, held, rows = FILES["Inspect, zipped"]
    assert len(read(str(written(tmp_path, "f.eval", held, zstandard=False)), "values")) == len(rows)


def test_runs_of_several_prompts_are_named_by_these(tmp_path):
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


@pytest.mark.parametrize("more", [{"testCases": ["x"]}, {"doc": "a text"}])
def test_rows_of_a_run_may_have_keys_of_these_tools(tmp_path, more):
    row = {"doc_id": 7, **more, "query_id": "1", "score": 2.0}
    assert read(str(put(tmp_path / "r.jsonl", json.dumps(row) + "\n"))) == [("r", "1", "7", (2.0).hex())]


def test_results_without_a_run_are_refused_unless_the_user_names_it(tmp_path):
    for tool, missing in {"promptfoo": "a provider", "Inspect": "a model"}.items():
        held = json.loads(json.dumps(FILES[tool][1]).replace('"provider"', '"x"').replace('"model"', '"x"'))
        file = written(tmp_path, "f.json", held)
        assert unread(str(file), "values") == f"{file}: has results without {missing}; NAME={file} names their run"
        if tool == "Inspect":  # those of promptfoo were two providers
            assert {row[0] for row in read({"mine": str(file)}, "values")} == {"mine"}


def test_two_files_of_one_run_need_another_name(tmp_path):
    for name in ("f.json", "g.json"):
        written(tmp_path, name, PROMPTFOO)
    said = unread([str(tmp_path / name) for name in ("f.json", "g.json")], "values")
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
