"""Cases that long_gathered.py leaves out, and a worker of Spark that is killed. Run by naming this file."""

from pathlib import Path
from typing import Any

import pytest
from long_spark import qrels, runs  # noqa: F401
from long_spark import test_a_process_that_is_killed_in_a_task_changes_nothing as unchanged
from partitions import assert_refused_alike
from spark_refused import REFUSED


@pytest.mark.parametrize("name", list(REFUSED)[1::2])
def test_what_is_refused_gets_the_sentence_of_one_machine(name: str) -> None:
    assert_refused_alike(REFUSED[name], (2, 1))


@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_in_a_task_changes_nothing(runs, qrels, tmp_path: Path, monkeypatch: Any) -> None:  # noqa: F811
    unchanged(runs, qrels, tmp_path, monkeypatch, "worker")
