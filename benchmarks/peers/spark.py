"""evalsql on Spark: scores of a folder of runs, written as Parquet by real executors; prints what the stages took."""

import json
import os
import sys
import urllib.request
from time import perf_counter
from typing import Any

OPTIONS = {
    "spark.ui.enabled": "true",  # it says what was shuffled
    "spark.ui.port": "0",
    "spark.ui.showConsoleProgress": "false",
    "spark.executor.extraJavaOptions": "-XX:+UseSerialGC",
}


def shuffled(spark: Any) -> int:
    """How many bytes all stages so far have given to others."""
    context = spark.sparkContext
    url = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/stages?status=complete"
    with urllib.request.urlopen(url) as answer:
        return sum(each["shuffleWriteBytes"] for each in json.load(answer))


def score(
    runs: str, qrels: str, out: str, master: str, measures: list[str], options: list[dict[str, Any]]
) -> dict[str, Any]:
    """Writes scores, once with each of several options, and tells what that took.

    Args:
        runs: Parquet, a file or a folder.
        qrels: Parquet.
        out: where the folders are written, called 0, 1 and so on.
        master: of Spark, such as local-cluster[2,1,1024].
        measures: what is computed.
        options: of evalsql.spark.evaluate.
    """
    # workers are given this interpreter and find this checkout
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ["PYTHONPATH"] = os.getcwd()
    begun = perf_counter()
    from pyspark.sql import SparkSession

    import evalsql.spark

    building = SparkSession.builder.master(master).appName("evalsql")
    for name, value in OPTIONS.items():
        building = building.config(name, value)
    spark = building.getOrCreate()
    given = spark.read.parquet(runs), spark.read.parquet(qrels)
    jobs = []
    ended, bytes_before = perf_counter(), 0
    starting = ended - begun
    for place, each in enumerate(options):
        evalsql.spark.evaluate(*given, measures, **each).write.parquet(f"{out}/{place}")
        begun, ended, before, bytes_before = ended, perf_counter(), bytes_before, shuffled(spark)
        jobs.append({"wall": ended - begun, "shuffled": bytes_before - before})
    spark.stop()
    return {"starting": starting, "jobs": jobs}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(score(**json.loads(sys.argv[1]))))
