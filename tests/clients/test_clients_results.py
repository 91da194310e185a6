"""What other evaluation tools write by themselves is read as their scores."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from asking import home
from tiny import read

pytestmark = pytest.mark.clients

INSPECT = """
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.scorer import Score

spec = EvalSpec(
    created="2026-01-01T00:00:00Z", task="t", model="openai/gpt", dataset=EvalDataset(), config=EvalConfig()
)
samples = [
    EvalSample(
        id=number,
        epoch=epoch,
        input="x",
        target="y",
        scores={
            "match": Score(value="C" if number + epoch > 2 else "I"),
            "both": Score(value={"a": 1, "b": 0.5}),
            "nan": Score(value=float("nan") if number == 1 else 2),
        },
    )
    for number in (1, 2)
    for epoch in (1, 2)
]
for name in ("log.eval", "log.json"):
    write_eval_log(EvalLog(eval=spec, status="success", samples=samples), name)
"""
DEEPEVAL = """
from deepeval.test_run.api import LLMApiTestCase, MetricData
from deepeval.test_run.test_run import TestRun

run = TestRun(testFile="t.py")
for number, score in enumerate((0.5, None)):
    metrics = [MetricData(name="Faithfulness", score=score, success=False), MetricData(name="G Eval", score=number)]
    run.add_test_case(LLMApiTestCase(name=f"case {number}", input="x", metricsData=metrics))
with open("run.json", "w") as file:
    run.save(file)
"""
RAGAS = """
from ragas import EvaluationDataset, evaluate
from ragas.metrics import ExactMatch, StringPresence

rows = [
    {"user_input": "what?", "retrieved_contexts": ["a, b", "c"], "response": "x y", "reference": "y"},
    {"user_input": "007", "retrieved_contexts": ["d"], "response": "z", "reference": "z"},
]
table = evaluate(EvaluationDataset.from_list(rows), [ExactMatch(), StringPresence()], show_progress=False).to_pandas()
table.to_csv("r.csv", index=False)
table.to_json("r.jsonl", orient="records", lines=True)
table.to_parquet("r.parquet")
"""
PROMPTFOO = {
    "prompts": ["{{a}} it is"],
    "providers": [{"id": "echo", "label": "ours"}, {"id": "echo"}],  # which answers with the prompt
    "tests": [
        {"vars": {"a": a}, "assert": [{"type": "contains", "value": "x", "metric": "named"}, {"type": "is-json"}]}
        for a in "xy"
    ],
}


def write(code: str, folder: Path, tool: str = "results") -> None:
    subprocess.run([str(home() / tool / "bin/python"), "-c", code], cwd=folder, check=True, capture_output=True)


def scores(file: Path) -> list[tuple]:
    found = read(str(file), "values")
    return [(query, metric, value and float.fromhex(value)) for _, query, metric, value in found]


@pytest.mark.parametrize("name", ["log.eval", "log.json"])
def weekly_inspect(tmp_path: Path, name: str) -> None:
    write(INSPECT, tmp_path)
    assert scores(tmp_path / name) == [
        ("1", "both/a", 1.0),
        ("1", "both/b", 0.5),
        ("1", "match", 0.5),
        ("1", "nan", None),
        ("2", "both/a", 1.0),
        ("2", "both/b", 0.5),
        ("2", "match", 1.0),
        ("2", "nan", 2.0),
    ]


def weekly_deepeval(tmp_path: Path) -> None:
    write(DEEPEVAL, tmp_path)
    assert scores(tmp_path / "run.json") == [
        ("case 0", "Faithfulness", 0.5),
        ("case 0", "G Eval", 0.0),
        ("case 1", "Faithfulness", None),
        ("case 1", "G Eval", 1.0),
    ]


def weekly_ragas(tmp_path: Path) -> None:
    write(RAGAS, tmp_path, "ragas")
    for name in ("r.csv", "r.jsonl", "r.parquet"):
        assert scores(tmp_path / name) == [
            ("007", "exact_match", 1.0),
            ("007", "string_present", 1.0),
            ("what?", "exact_match", 0.0),
            ("what?", "string_present", 1.0),
        ]


def weekly_promptfoo(tmp_path: Path) -> None:
    tmp_path.joinpath("promptfooconfig.json").write_text(json.dumps(PROMPTFOO))
    alone = {f"PROMPTFOO_DISABLE_{each}": "1" for each in ("TELEMETRY", "UPDATE", "REMOTE_GENERATION")}
    done = subprocess.run(
        [home() / "promptfoo/node_modules/.bin/promptfoo", "eval", "--no-cache", "-o", "results.json"],
        cwd=tmp_path,
        env=os.environ | alone | {"PROMPTFOO_CONFIG_DIR": str(tmp_path)},
        capture_output=True,
    )
    assert done.returncode == 100, done.stderr  # which says that tests failed
    assert read(str(tmp_path / "results.json"), "values") == [
        (run, query, metric, value.hex())
        for run in ("echo", "ours")
        for query, named in (("0", 1.0), ("1", 0.0))
        for metric, value in (("named", named), ("pass", 0.0), ("score", named / 2))
    ]
