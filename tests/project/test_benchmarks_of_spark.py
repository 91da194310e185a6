"""What times evalsql on Spark refuses scores that differ, and counts all processes that a command starts."""

import json
import sys
from pathlib import Path

import duckdb
import pages
import pytest

from benchmarks import spark, spark_bits, spark_starts, tree

SCORES = "('a', 'q1', 'AP', 0.1 + 0.2::double), ('a', 'q2', 'AP', 0.0::double)"


def written(folder: Path, rows: str) -> Path:
    """A folder of scores, as Spark writes it."""
    folder.mkdir()
    columns = "run, query_id, metric, value"
    duckdb.execute(f"copy (from (values {rows}) as rows({columns})) to '{folder}/part-0.parquet'")
    return folder


@pytest.mark.parametrize(
    ("rows", "differ"),
    [
        (SCORES.replace("0.1 + 0.2::double", "0.3::double"), 1),
        (SCORES.replace("0.0::double", "-0.0::double"), 1),
        (f"{SCORES}, ('a', 'q2', 'AP', 0.0::double)", 1),
        (SCORES.partition(", ('a', 'q2'")[0], 1),
    ],
)
def test_scores_that_differ_are_refused(tmp_path: Path, rows: str, differ: int) -> None:
    expected = written(tmp_path / "expected", SCORES) / "part-0.parquet"
    spark.agree(expected, written(tmp_path / "same", SCORES))
    with pytest.raises(RuntimeError, match=f"^{differ} scores on Spark differ from those of one machine$"):
        spark.agree(expected, written(tmp_path / "other", rows))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what processes below others took")
def test_what_a_command_starts_and_leaves_behind_is_counted(tmp_path: Path) -> None:
    burn = "import time; t = time.process_time()\nwhile time.process_time() < t + .3: pass"
    left = f"import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', {burn!r}])"
    took = tree.measure([sys.executable, "-S", "-c", left], tmp_path / "printed")
    assert 0.3 <= took.cpu < 3
    with pytest.raises(RuntimeError, match="failed"):
        tree.measure([sys.executable, "-S", "-c", "1 / 0"], tmp_path / "printed")


def test_the_table_is_made_of_what_was_measured() -> None:
    lines = spark.section(json.loads(spark.TAKEN.read_text(encoding="utf-8"))).splitlines()[2:]
    assert len(lines) > 4
    (found,) = spark.PLACE.findall(pages.read("benchmarks/README.md"))
    assert found
    assert "\n".join(lines) in pages.read("benchmarks/README.md")


def test_the_page_says_what_was_measured() -> None:
    page = pages.read("docs/how_to/spark.md")
    for each in json.loads(spark.TAKEN.read_text(encoding="utf-8")):
        cpu = each["cpu"]
        said = f"{cpu:.1f}" if cpu < 10 else f"{cpu:.0f}"
        assert f" {said} CPU s" in page or f" {said} for six" in page, each["title"]


def test_every_metric_has_the_bits_of_one_machine_in_the_table() -> None:
    taken = json.loads(spark_bits.TAKEN.read_text(encoding="utf-8"))
    assert {each["differ"] for each in taken} == {0}
    lines = spark_bits.section(taken).splitlines()[2:]
    assert "\n".join(lines) in pages.read("benchmarks/README.md")


def test_the_page_says_how_often_spark_was_started_and_that_none_failed() -> None:
    taken = json.loads(spark_starts.TAKEN.read_text(encoding="utf-8"))
    assert not [each for each in taken["starts"] if "failed" in each]
    assert f"was started {len(taken['starts'])} times" in pages.read("benchmarks/README.md")
