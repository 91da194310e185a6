"""Spark on two workers, whatever is killed; over Spark Connect; real collections."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import duckdb
import pytest
from one_machine import FEW, expected, one_machine, scores_of
from partitions import bits
from places import COLLECTIONS, FIXTURES, ROOT

import evalsql
import evalsql.spark
from evalsql.spark import plan

# pandas 3 and Spark warn of each other
pytestmark = pytest.mark.filterwarnings("ignore")

MASTER = "local-cluster[2,1,1024]"  # two workers, each a process with an executor; one core and 1 GB of memory for each
PATIENCE = 120  # seconds to wait for a task


OF_RUNS = "parse_filename(filename, true) as run, f[1] as query_id, f[3] as doc_id, f[5]::double as score"
OF_QRELS = "f[1] as query_id, f[2] as iteration, f[3] as doc_id, f[4]::int as relevance"


def as_parquet(paths: list[Path], target: Path, columns: str) -> Path:
    """TREC text as Parquet."""
    files = [str(path) for path in paths]
    options = "header=false, delim='\x01', quote='', columns={line: 'varchar'}, filename=true"
    read = f"read_csv({files}, {options})"
    split = rf"select regexp_split_to_array(trim(line), '\s+') as f, filename from {read}"
    duckdb.execute(f"copy (select {columns} from ({split})) to '{target}'")
    return target


@pytest.mark.parametrize("collection", ["covid_r1", "web2012_div"])
def weekly_real_collections_have_the_bits_and_the_warnings_of_one_machine(
    spark: Any, tmp_path: Path, collection: str
) -> None:
    folder, divided = COLLECTIONS / collection, collection == "web2012_div"
    if not folder.is_dir():
        pytest.skip("../shared/data is absent")
    judgments = folder / ("qrels.diversity.txt" if divided else "qrels.txt")
    paths = [
        as_parquet(sorted((folder / "runs").iterdir())[:5], tmp_path / "runs.parquet", OF_RUNS),
        as_parquet([judgments], tmp_path / "qrels.parquet", OF_QRELS),
    ]
    measures = FEW if divided else FEW[:2]
    wanted, warnings = one_machine(*paths, measures)
    given = [spark.read.parquet(str(path)) for path in paths]
    assert scores_of(evalsql.spark.evaluate(*given, measures)) == wanted
    said = [problem.text.replace("the judgments:", f"{paths[1]}:") for problem in evalsql.spark.check(*given, measures)]
    assert said == [problem.text for problem in warnings]


# Spark Connect, whose client has no Java

RUNS, QRELS = (str(FIXTURES / "track" / f"{name}.parquet") for name in ("runs", "subtopics"))
CLIENT = f"""
import json
import evalsql.spark
from pyspark.sql import SparkSession

spark = SparkSession.builder.remote("local[2]").getOrCreate()
inputs = [spark.read.parquet(path) for path in ({RUNS!r}, {QRELS!r})]
scores = evalsql.spark.evaluate(*inputs, {FEW}, partitions=2, salt=2)
said = [problem.text for problem in evalsql.spark.check(*inputs, {FEW})]
try:
    evalsql.spark.evaluate(*inputs, {FEW}, where="nosuch > 1")
except evalsql.InputError as error:
    said.append(str(error))
print(json.dumps([type(scores).__module__, [list(row) for row in scores.collect()], said]))
spark.stop()
"""


@pytest.mark.skipif(find_spec("pyspark") is None or find_spec("grpc") is None, reason="needs pyspark[connect]")
@pytest.mark.skipif(shutil.which("java") is None and "JAVA_HOME" not in os.environ, reason="Spark needs Java")
def weekly_spark_connect_gives_the_bits_and_the_warnings_of_one_machine() -> None:
    here = {
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CLIENT], env=os.environ | here, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    module, rows, said = json.loads(done.stdout.splitlines()[-1])
    assert "connect" in module
    evaluation = evalsql.Evaluation(RUNS, QRELS, measures=FEW, keep=False)
    assert bits([tuple(row) for row in rows]) == bits(evaluation.score(FEW).fetchall())
    *warned, refused = said
    assert warned == [problem.text for problem in evaluation.warnings]
    assert refused.startswith("the runs: --where 'nosuch > 1': ")


# What is killed


def waiting(scored: Callable, folder: Path) -> Callable:
    """The function of a task that says that it is there, and goes on when it is told to."""

    def score(batches: Any) -> Any:
        from os import getpid, getppid
        from time import sleep

        from pyspark import TaskContext

        task = TaskContext.get()
        (folder / f"{task.partitionId()}-{task.attemptNumber()}-{getpid()}-{getppid()}").touch()
        for _ in range(1200):
            if (folder / "go on").exists():
                break
            sleep(0.1)
        yield from scored(batches)

    return score


def started(folder: Path) -> list[tuple[int, ...]]:
    """The tasks that were there: partition, attempt, process and its parent."""
    return sorted(tuple(map(int, path.name.split("-"))) for path in folder.iterdir() if path.name != "go on")


def executor_of(daemon: int) -> int:
    """The process of Java whose workers a process forks."""
    pid = int(Path(f"/proc/{daemon}/stat").read_text().rpartition(")")[2].split()[1])
    assert b"CoarseGrainedExecutorBackend" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return pid


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the executor of a task in /proc")
@pytest.mark.parametrize("killed", ["executor", "worker"])
def weekly_a_process_that_is_killed_in_a_task_changes_nothing(
    runs: Any, qrels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed: str
) -> None:
    worker = plan.worker
    monkeypatch.setattr(plan, "worker", lambda job: waiting(worker(job), tmp_path))
    scores = evalsql.spark.evaluate(runs, qrels, FEW, partitions=4)
    with ThreadPoolExecutor() as threads:
        found = threads.submit(scores_of, scores)
        try:
            end = monotonic() + PATIENCE
            while not started(tmp_path) and monotonic() < end:
                sleep(0.1)
            (_, _, process, daemon), *_ = started(tmp_path)
            os.kill(process if killed == "worker" else executor_of(daemon), signal.SIGKILL)
        finally:
            (tmp_path / "go on").touch()
        assert found.result(PATIENCE) == expected()[0]
    attempts = [(partition, attempt) for partition, attempt, *_ in started(tmp_path)]
    assert len({partition for partition, _ in attempts}) == 4
    assert any(attempt > 0 for _, attempt in attempts)
