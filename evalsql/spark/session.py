"""The session of Spark that the command line works in."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from shutil import which
from threading import Event, Thread
from typing import TYPE_CHECKING

from evalsql.errors import InputError
from evalsql.words import plural

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def session(master: str | None) -> "Iterator[SparkSession]":
    """A session, which is stopped when all is done, unless it was there before."""
    if find_spec("pyspark") is None:
        raise InputError(
            "evalsql spark needs Spark: pip install 'evalsql[spark]' brings it (it runs on Java 17); on a cluster that"
            " has Spark, start evalsql with its spark-submit or its Python"
        )
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    # tasks on this machine are to run this Python, with what is installed beside it
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    logging.getLogger("SQLQueryContextLogger").disabled = True  # it prints errors that are caught
    there = SparkSession.getActiveSession()
    builder = SparkSession.builder.appName("evalsql").config("spark.ui.showConsoleProgress", "false")
    builder = builder.config("spark.sql.sources.partitionColumnTypeInference.enabled", "false")  # 001 is not a number
    if master is not None:
        builder = builder.remote(master) if master.startswith("sc://") else builder.master(master)
    try:
        spark = builder.getOrCreate()
    except (PySparkException, RuntimeError) as error:
        found = which("java") or os.environ.get("JAVA_HOME")
        java = "" if found else "; Spark runs on Java, which JAVA_HOME or the PATH must lead to"
        first = str(error).strip().splitlines()[0]
        raise InputError(f"Spark does not start: {first}{java}") from None
    if hasattr(spark, "_jsc"):
        spark.sparkContext.setLogLevel("ERROR")
    try:
        yield spark
    finally:
        if there is None:
            spark.stop()


@contextmanager
def watched(spark: "SparkSession", tell: Callable[[str, float], None]) -> Iterator[None]:
    """Tells twice a second how many tasks of the stages at work are done; of Spark Connect that cannot be asked."""
    if not hasattr(spark, "_jsc"):
        yield
        return
    tracker, ended = spark.sparkContext.statusTracker(), Event()

    def look() -> None:
        while not ended.wait(0.5):
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            done = sum(stage.numCompletedTasks for stage in stages if stage)
            tasks = sum(stage.numTasks for stage in stages if stage)
            if tasks:
                tell(f"scoring on Spark: {done} of {plural(tasks, 'task')}", 0.99 * done / tasks)

    watcher = Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()
