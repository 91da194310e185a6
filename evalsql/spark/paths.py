"""What a command line names, as DataFrames: Parquet and tables by Spark's own readers, text as one machine reads it."""

import os
from collections.abc import Mapping, Sequence
from glob import glob, has_magic
from typing import TYPE_CHECKING, Any, cast

from evalsql.catalog.measure import Measure
from evalsql.connections import Settings, cursor_of
from evalsql.errors import InputError, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.rows import rows_of
from evalsql.inputs.files import expand, format_of, formats, name_suffix, run_name
from evalsql.inputs.names import Named
from evalsql.inputs.source import INPUTS, Kind
from evalsql.spark.given import Piece, first_sentence, label_of
from evalsql.spark.plan import Plan, SparkOptions, plan

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame, SparkSession

TABLE = "spark::"  # what a table of Spark's catalog is named with, as in spark::lake.runs


def plan_named(
    spark: "SparkSession",
    runs: Sequence[str | Named],
    qrels: str,
    measures: Sequence[Measure],
    options: SparkOptions,
) -> Plan:
    """What Spark is to make of inputs that the command line names."""
    settings = options.get("settings") or {}
    by: dict[str, Any] = {"columns": options.get("columns"), "settings": settings}
    tables: dict[Kind, str | None] = {"gains": options.get("gains"), "weights": options.get("weights")}
    beside = {kind: read(spark, [each], kind, **by) for kind, each in tables.items() if each is not None}
    return plan(
        read(spark, runs, "runs", where=options.get("where"), **by),
        read(spark, [qrels], "qrels", **by),
        measures,
        gathered=True,
        options=cast(
            SparkOptions,
            {**options, **beside, "settings": {name: each for name, each in settings.items() if name != "init"}},
        ),
    )


def read(
    spark: "SparkSession",
    given: Sequence[str | Named],
    kind: Kind,
    *,
    columns: Mapping[str, str] | None = None,
    where: str | None = None,
    settings: Settings | None = None,
) -> list[Piece]:
    """The pieces of an input.

    Args:
        spark: where to read.
        given: paths and tables, some with the name of a run. Text, tables of DuckDB files and what else Spark would
            read in another way is read on this machine, with the checks of its lines, and sent to Spark.
        kind: what it is read as.
        columns: which of its columns are which of ours.
        where: a condition on the rows to read: for text, of DuckDB's SQL.
        settings: of DuckDB, for text.

    Raises:
        InputError: something cannot be read.
    """
    far, near = [], []
    for each in given:
        path = each.given if isinstance(each, Named) else each
        (far if is_for_spark(path) else near).append(each)
    pieces = [read_far(spark, each, kind) for each in far]
    if near:
        pieces.append(read_near(spark, near, kind, columns, where, settings))
    return pieces


def is_for_spark(path: str) -> bool:
    """Whether Spark reads a path: a table of its catalog, or Parquet, wherever it is."""
    if path.startswith(TABLE) or path == "-" or "::" in path:
        return path.startswith(TABLE)
    if "://" in path or not (os.path.exists(path) or glob(path, recursive=True)):
        suffix = name_suffix(path)
        return not any(suffix in each.SUFFIXES for name, each in formats().items() if name != "parquet")
    return is_delta(path) or {format_of(file) for file in expand(path)} == {"parquet"}


def is_delta(path: str) -> bool:
    """Whether a folder of this machine is a table of Delta Lake, whose old files are not to be read."""
    return os.path.isdir(os.path.join(path, "_delta_log"))


def read_far(spark: "SparkSession", given: str | Named, kind: Kind) -> Piece:
    """A table or Parquet, which Spark reads when it is looked at."""
    from pyspark.errors import PySparkException

    called, path = (given.name, given.given) if isinstance(given, Named) else (None, given)
    try:
        if path.startswith(TABLE):
            rows = spark.table(path.removeprefix(TABLE))
            return Piece(rows, path, called, path.rpartition(".")[2].removeprefix(TABLE))
        if is_delta(path):
            return Piece(spark.read.format("delta").load(path), path, called, run_name(path.rstrip("/")))
        rows = spark.read.parquet(path)
    except PySparkException as error:
        if "PATH_NOT_FOUND" in str(error):
            missing = "no file matches it" if has_magic(path) else "there is no such file or folder"
            raise InputError(f"{path}: {missing}, here or where Spark looks") from None
        raise InputError(f"{path}: Spark cannot read it: {first_sentence(error)}") from None
    return Piece(rows, path, called, run_of_file(path) if kind == "runs" else None)


def run_of_file(path: str) -> "Column":
    """The name of a run that no column says: its file's, or its folder's where that has parts, as Spark writes them."""
    from pyspark.sql import functions as F

    # an address, in which a blank is %20
    parts = F.split(F.url_decode(F.replace(F.input_file_name(), F.lit("+"), F.lit("%2B"))), "/")
    file = F.element_at(parts, -1)
    folder = F.element_at(parts, -2) if has_magic(path) else F.lit(run_name(path.rstrip("/")))
    return F.regexp_replace(F.when(file.startswith("part-"), folder).otherwise(file), r"(?i)\.(parquet|pq)$", "")


def read_near(
    spark: "SparkSession",
    given: Sequence[str | Named],
    kind: Kind,
    columns: Mapping[str, str] | None,
    where: str | None,
    settings: Settings | None,
) -> Piece:
    """What this machine reads, with the checks of rows, which know their file and line."""
    connection = cursor_of(None, settings)
    with views.reading(connection) as folder:
        sources, files = views.gather(connection, list(given), kind, folder, None, columns, where)
        sources += views.read_files(connection, files, kind)
        views.put_view(connection, kind, sources)
        refuse(rows_of(connection, kind, sources))
        there = {name for source in sources for name in source.columns} | ({"run"} if kind == "runs" else set())
        names = ", ".join(name for name in INPUTS[kind].columns if name in there)
        rows = connection.sql(f"select {names} from evalsql_{kind}").to_arrow_table()
    labels = [file.label for source in sources for file in source.files]
    unused = [column for source in sources for column in source.unused]
    return Piece(send(spark, rows), label_of(kind) if labels[1:] else labels[0], ours=True, unused=unused)


def send(spark: "SparkSession", rows: "pa.Table") -> "DataFrame":
    """Rows of this machine as a DataFrame."""
    import pyspark

    # Spark 3.5 takes frames of pandas alone
    return spark.createDataFrame(rows if pyspark.__version__ >= "4" else rows.to_pandas())
