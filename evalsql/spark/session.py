"""The session of Spark that the command line works in."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from evalsql.errors import InputError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def session(master: str | None) -> "Iterator[SparkSession]":
    """A session, which is stopped when all is done, unless it was there before.

    Args:
        master: where Spark runs, such as local[4], yarn, spark://host:7077 or, of Spark Connect, sc://host; as Spark is
            configured where None, or else all cores of this machine.

    Raises:
        InputError: Spark is not installed, or does not start.
    """
    if find_spec("pyspark") is None:
        raise InputError(
            "--engine spark needs Spark: pip install 'evalsql[spark]' brings it (it runs on Java 17); on a cluster that"
            " has Spark, start evalsql with its spark-submit or its Python"
        )
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    # tasks on this machine are to run this Python, with what is installed beside it
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    there = SparkSession.getActiveSession()
    builder = SparkSession.builder.appName("evalsql").config("spark.ui.showConsoleProgress", "false")
    if master is not None:
        builder = builder.remote(master) if master.startswith("sc://") else builder.master(master)
    try:
        spark = builder.getOrCreate()
    except (PySparkException, RuntimeError) as error:
        java = "" if "JAVA" not in str(error) else "; is Java there, as JAVA_HOME says it or on the PATH?"
        first = str(error).strip().splitlines()[0]
        raise InputError(f"Spark does not start: {first}{java}") from None
    if hasattr(spark, "_jsc"):
        spark.sparkContext.setLogLevel("ERROR")
    try:
        yield spark
    finally:
        if there is None:
            spark.stop()
