"""What other evaluation tools write by themselves is read as their scores."""

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


def write(code: str, folder: Path) -> None:
    subprocess.run([str(home() / "results/bin/python"), "-c", code], cwd=folder, check=True, capture_output=True)


def scores(file: Path) -> list[tuple]:
    found = read(str(file), "values")
    return [(query, metric, value and float.fromhex(value)) for _, query, metric, value in found]


@pytest.mark.parametrize("name", ["log.eval", "log.json"])
def test_inspect(tmp_path: Path, name: str) -> None:
    write(INSPECT, tmp_path)
    found = [
        (query, metric, value and float.fromhex(value))
        for _, query, metric, value in read(str(tmp_path / name), "values")
    ]
    assert found == [
        ("1", "both/a", 1.0),
        ("1", "both/b", 0.5),
        ("1", "match", 0.5),
        ("1", "nan", None),
        ("2", "both/a", 1.0),
        ("2", "both/b", 0.5),
        ("2", "match", 1.0),
        ("2", "nan", 2.0),
    ]


def test_deepeval(tmp_path: Path) -> None:
    write(DEEPEVAL, tmp_path)
    assert scores(tmp_path / "run.json") == [
        ("case 0", "Faithfulness", 0.5),
        ("case 0", "G Eval", 0.0),
        ("case 1", "Faithfulness", None),
        ("case 1", "G Eval", 1.0),
    ]
