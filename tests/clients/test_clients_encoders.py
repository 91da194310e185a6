"""What the evaluators of MTEB and sentence-transformers write is a run, and gives the values that they compute."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from asking import home

import evalsql

pytestmark = pytest.mark.clients

SENTENCE_TRANSFORMERS = """
import json, sys
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.evaluation import InformationRetrievalEvaluator
from sentence_transformers.sentence_transformer.modules import BoW

model = SentenceTransformer(modules=[BoW(vocab="a b c d e f".split())], device="cpu")
queries = {"q1": "a b", "q2": "c", "q3": "f e"}
corpus = {"d1": "a a b", "d2": "b c", "d3": "c", "d4": "d e", "d5": "f f a"}
relevant = {"q1": {"d1"}, "q2": {"d2", "d3"}, "q3": {"d4"}}
judge = InformationRetrievalEvaluator(
    queries, corpus, relevant, ndcg_at_k=[3], mrr_at_k=[3], precision_recall_at_k=[2], write_predictions=True
)
values = judge(model, output_path=".")
json.dump([values, {query: dict.fromkeys(each, 1) for query, each in relevant.items()}], sys.stdout)
"""
MTEB = """
import json, sys
import mteb
from mteb.mocks.mock_tasks.retrieval import MockRetrievalTask
from mteb.models.model_implementations.random_baseline import random_encoder_baseline

task = MockRetrievalTask()
task.load_data()
relevant = {query: dict(each) for query, each in task.dataset["default"]["test"]["relevant_docs"].items()}
model = random_encoder_baseline.load_model()
found = mteb.evaluate(model, task, cache=None, prediction_folder=".", show_progress_bar=False)
json.dump([found.task_results[0].scores["test"][0], relevant], sys.stdout)
"""


def write(code: str, folder: Path) -> list[dict[str, Any]]:
    """The values that a tool computes, and its judgments; it writes its predictions into a folder."""
    done = subprocess.run(
        [str(home() / "encoders/bin/python"), "-c", code],
        cwd=folder,
        env=os.environ | {"HF_HUB_OFFLINE": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def means(file: Path, relevant: dict, measures: list[str], **options: Any) -> list[float]:
    ((_, *values),) = (
        evalsql.Evaluation(str(file), relevant, measures=measures, **options).leaderboard(measures).fetchall()
    )
    return values


def weekly_sentence_transformers(tmp_path: Path) -> None:
    values, relevant = write(SENTENCE_TRANSFORMERS, tmp_path)
    (file,) = tmp_path.glob("*predictions*.jsonl")
    names = [f"cosine_{name}" for name in ("ndcg@3", "mrr@3", "precision@2", "recall@2")]
    assert means(file, relevant, ["nDCG@3", "RR@3", "P@2", "R@2"]) == pytest.approx([values[name] for name in names])


def weekly_mteb(tmp_path: Path) -> None:
    values, relevant = write(MTEB, tmp_path)
    (file,) = tmp_path.glob("*_predictions.json")
    names = ("ndcg_at_3", "map_at_3", "recall_at_1", "precision_at_3")
    found = means(file, relevant, ["nDCG@3", "AP@3", "R@1", "P@3"], where="split = 'test'")
    assert found == pytest.approx([values[name] for name in names], abs=1e-5)  # of which it rounds
