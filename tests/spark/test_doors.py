"""What comes in and goes out on Spark, as far as it is decided without Spark."""

import contextlib
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

import duckdb
import pyarrow as pa
import pytest
from places import ROOT
from pyarrow.parquet import write_table

import evalsql
import evalsql.spark
from evalsql import InputError
from evalsql.cli.commands.spark import mode_of
from evalsql.spark.paths import by_columns, hive_of, spark_reads
from evalsql.spark.plan import given_to
from evalsql.spark.task import put, refuse_two_origins
from evalsql.spark.written import refuse_others


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Parquet under names that Spark would read in another way, and beside plain ones."""
    plain = pa.table({"query_id": ["q"], "doc_id": ["d"], "score": [1.0]})
    for name in ("_hidden", "r[1]", "a", "b", "runs/dt=1/c", "x/same", "y/same"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        write_table(plain, tmp_path / f"{name}.parquet")
    write_table(plain.append_column("run", pa.array(["B"])), tmp_path / "b.parquet")
    (tmp_path / "c.run").write_text("q Q0 d 1 1.0 c\n")
    return tmp_path


def test_options_that_there_are_not_are_refused() -> None:
    with pytest.raises(TypeError, match="populaton"):
        evalsql.spark.evaluate(None, None, "AP", populaton="intersection")


def test_ties_in_the_order_of_rows_are_refused() -> None:
    with pytest.raises(InputError, match="the rows of a DataFrame of Spark have no order, so ties cannot"):
        evalsql.spark.evaluate(None, None, "AP", ties="input")
    with pytest.raises(InputError, match="INST has no closed form of its mean over the orders of ties"):
        evalsql.spark.evaluate(None, None, "INST", ties="average")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"threads": 4}, "threads are for one machine"),
        ({"memory_limit": "lots"}, "invalid memory_limit 'lots'"),
        ({"nosuch": 1}, "invalid nosuch 1"),
    ],
)
def test_settings_are_refused_before_any_task_has_them(settings: dict, said: str) -> None:
    with pytest.raises(InputError, match=said):
        evalsql.spark.evaluate(None, None, "AP", settings=settings)


@pytest.mark.parametrize(
    ("name", "by_spark"),
    [("a", True), ("b", True), ("_hidden", False), ("r[1]", False), ("runs", True), ("nosuch", True)],
)
def test_spark_reads_what_it_does_not_read_in_another_way(files: Path, name: str, by_spark: bool) -> None:
    path = files / name if name == "runs" else files / f"{name}.parquet"
    assert spark_reads(str(path)) == by_spark


def test_text_is_read_here_and_tables_of_spark_are_not(files: Path) -> None:
    assert not spark_reads(str(files / "c.run"))
    assert not spark_reads("eval.duckdb::runs")
    assert spark_reads("spark::lake.runs")
    assert spark_reads("s3a://lake/runs")
    assert not spark_reads("https://host/a.run")


def test_files_of_other_columns_are_read_apart(files: Path) -> None:
    found, _ = by_columns(str(files / "[ab].parquet"))
    assert [[Path(file).name for file in alike] for alike in found] == [["a.parquet"], ["b.parquet"]]


def test_two_files_that_name_the_same_run_are_refused(files: Path) -> None:
    with pytest.raises(InputError, match="both hold a run called same"):
        by_columns(str(files / "*" / "same.parquet"))


def test_the_folders_of_a_hive_are_columns(files: Path) -> None:
    assert hive_of(str(files / "runs")) == str(files / "runs")
    assert hive_of(str(files / "a.parquet")) is None


@pytest.mark.parametrize(
    ("place", "by_spark"),
    [
        *((each, True) for each in ("scores", "scores.parquet", "s3a://lake/scores", "spark::lake.scores")),
        *((each, False) for each in ("-", "scores.csv", "x.duckdb", "x.duckdb::t", "s3a://lake/scores.csv")),
    ],
)
def test_spark_writes_folders_of_parquet_and_tables(place: str, by_spark: bool) -> None:
    with contextlib.nullcontext() if by_spark else pytest.raises(InputError, match="Spark writes a folder of Parquet"):
        mode_of(place, force=False, append=False, label=None)


def test_a_folder_with_what_spark_did_not_write_is_not_replaced(tmp_path: Path) -> None:
    for name in ("part-00000-7c70189b-c000.snappy.parquet", "_SUCCESS", "._SUCCESS.crc"):
        (tmp_path / name).touch()
    refuse_others(str(tmp_path))
    (tmp_path / "_temporary" / "0" / "_temporary").mkdir(parents=True)  # of a job that was killed
    refuse_others(str(tmp_path))
    (tmp_path / "_temporary" / "notes").touch()
    with pytest.raises(InputError, match=r"holds _temporary/notes, which Spark did not write"):
        refuse_others(str(tmp_path))
    (tmp_path / "_temporary" / "notes").unlink()
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(InputError, match=r"holds thesis\.txt, which Spark did not write"):
        refuse_others(str(tmp_path))


def test_a_run_of_two_inputs_is_refused() -> None:
    with duckdb.connect() as connection:
        connection.execute(
            "create table runs_0_1 as select unnest(['a', 'a', 'b']) as run, unnest(['x', 'y', 'x']) as origin"
        )
        with pytest.raises(InputError, match="x and y both hold a run called a;"):
            refuse_two_origins(connection, "0_1")


def test_numbers_take_what_is_added_to_them() -> None:
    with duckdb.connect() as connection:
        rows = pa.table({"query_id": [1], "weight": pa.array([Decimal("0.25")], pa.decimal128(2, 2)), "score": [b"x"]})
        put(connection, "rows", rows, there=False)
        put(connection, "rows", rows, there=True)
        types = [type_ for _, type_, *_ in connection.execute("describe rows").fetchall()]
        assert types == ["VARCHAR", "DOUBLE", "VARCHAR"]
        assert connection.execute("select distinct weight from rows").fetchall() == [(0.25,)]


class Bare:
    """Rows of a Spark that lacks pandas."""

    def mapInArrow(self, function: object, schema: str) -> None:
        raise ImportError("[PACKAGE_NOT_INSTALLED] Pandas >= 2.2.0 must be installed; however, it was not found.")


def test_a_spark_without_pandas_says_what_it_lacks() -> None:
    said = "here: Pandas >= 2.2.0 must be installed; however, it was not found; pip install pandas pyarrow"
    with pytest.raises(InputError) as caught:
        given_to(None, cast(Any, Bare()))
    assert str(caught.value) == f"Spark gives Python no rows {said}"


def test_the_extra_brings_all_that_spark_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["optional-dependencies"]["spark"] == ["pyspark[sql] >= 3.5"]  # sql is pandas and pyarrow


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"exclusions": []}, r"Spark reads no exclusions; leave them out"),
        ({"candidates": []}, "Spark reads no candidates; "),
        ({"slices": "queries.parquet", "by": "language"}, "scores on Spark are of all queries; evalsql.compare"),
    ],
)
def test_options_that_only_one_machine_has_are_refused_by_a_sentence(options: dict, said: str) -> None:
    with pytest.raises(InputError, match=said):
        evalsql.spark.evaluate(None, None, "AP", **options)
