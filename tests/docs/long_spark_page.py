"""docs/spark.md: its program and command on Spark, and its recipe for Ray, each where that is installed."""

import contextlib
import shutil
import signal
import sys
from pathlib import Path

import pages
import pytest

SPARK, RAY = pages.read("docs/spark.md").split("\n## Ray\n")


# Spark speaks of versions of pandas, and leaves sockets to its end
@pytest.mark.filterwarnings("default")
def test_spark_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java, and there is none")
    from pyspark.sql import SparkSession

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", str(pages.ROOT))
    handler = signal.getsignal(signal.SIGINT)
    try:
        assert pages.check(SPARK, pages.folder_for(tmp_path)) == 2
    finally:
        signal.signal(signal.SIGINT, handler)  # Spark leaves one of its own
        if (session := SparkSession.getActiveSession()) is not None:
            session.stop()


@pytest.mark.filterwarnings("default")
def test_ray_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # it would write a token for all of the user's programs
    monkeypatch.setenv("PYTHONPATH", str(pages.ROOT))
    folder = pages.folder_for(tmp_path)
    with contextlib.chdir(folder):  # where its workers look for files
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        assert pages.check(RAY, folder) == 1
    finally:
        ray.shutdown()
