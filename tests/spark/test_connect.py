"""Spark Connect, whose client has no Java: a local server in a process of its own gives the bits of one machine."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest
from partitions import bits
from places import FIXTURES, ROOT

import evalsql

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("pyspark") is None or find_spec("grpc") is None, reason="needs pyspark[connect]"),
    pytest.mark.skipif(shutil.which("java") is None and "JAVA_HOME" not in os.environ, reason="Spark needs Java"),
]

RUNS, QRELS = (str(FIXTURES / "track" / f"{name}.parquet") for name in ("runs", "subtopics"))
MEASURES = ["nDCG@10", "AP", "alpha_nDCG@10"]
CLIENT = f"""
import json
import evalsql.spark
from pyspark.sql import SparkSession

spark = SparkSession.builder.remote("local[2]").getOrCreate()
inputs = [spark.read.parquet(path) for path in ({RUNS!r}, {QRELS!r})]
scores = evalsql.spark.evaluate(*inputs, {MEASURES}, partitions=2, salt=2)
said = [problem.text for problem in evalsql.spark.check(*inputs, {MEASURES})]
try:
    evalsql.spark.evaluate(*inputs, {MEASURES}, where="nosuch > 1")
except evalsql.InputError as error:
    said.append(str(error))
print(json.dumps([type(scores).__module__, [list(row) for row in scores.collect()], said]))
spark.stop()
"""


def test_spark_connect_gives_the_bits_and_the_warnings_of_one_machine() -> None:
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
    evaluation = evalsql.Evaluation(RUNS, QRELS, measures=MEASURES, keep=False)
    assert bits([tuple(row) for row in rows]) == bits(evaluation.score(MEASURES).fetchall())
    *warned, refused = said
    assert warned == [problem.text for problem in evaluation.warnings]
    assert refused.startswith("the runs: --where 'nosuch > 1': ")
