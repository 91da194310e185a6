"""A session of Spark."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from places import FIXTURES


@pytest.fixture(scope="module")
def spark(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator:
    """In one process of Java, unless the module says with which master."""
    sql = pytest.importorskip("pyspark.sql", reason="needs pyspark: pip install 'evalsql[spark]'")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java")
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    folder = tmp_path_factory.mktemp("spark")
    settings = {
        "spark.ui.enabled": "false",
        "spark.executor.memory": "1g",
        "spark.local.dir": str(folder),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.worker.dir": str(folder / "work"),
        "spark.sql.shuffle.partitions": "4",
        "spark.speculation": "true",
        "spark.task.maxFailures": "2",  # tried again where a worker was killed, once where rows are refused
        "spark.ui.showConsoleProgress": "false",
    }
    master = getattr(request.module, "MASTER", "local[2,2]")
    builder = sql.SparkSession.builder.master(master).appName("evalsql's tests")
    for name, value in settings.items():
        builder = builder.config(name, value)
    handler = signal.getsignal(signal.SIGINT)
    session = builder.getOrCreate()
    signal.signal(signal.SIGINT, handler)  # Spark leaves one of its own, which tests that come later would meet
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def runs(spark: Any) -> Any:
    return spark.read.parquet(str(FIXTURES / "track" / "runs.parquet"))


@pytest.fixture(scope="module")
def qrels(spark: Any) -> Any:
    return spark.read.parquet(str(FIXTURES / "track" / "subtopics.parquet"))
