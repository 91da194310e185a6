"""Inputs of a command line as DataFrames: Spark reads Parquet and tables, one machine reads text."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from glob import glob, has_magic
from os.path import basename, dirname
from typing import TYPE_CHECKING, Any, cast

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.catalog.measure import Measure
from evalsql.connections import Settings, cursor_of
from evalsql.errors import InputError, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import both_hold
from evalsql.inputs.checks.rows import no_rows, rows_of, runs_of, runs_without_rows
from evalsql.inputs.columns import chosen_for, find_column
from evalsql.inputs.files import expand, format_of, formats, name_suffix, run_name
from evalsql.inputs.formats.parquet import HIVE
from evalsql.inputs.names import Named
from evalsql.inputs.source import File
from evalsql.spark.gather import collect
from evalsql.spark.given import Piece, first_sentence, label_of, where_true
from evalsql.spark.plan import Plan, SparkOptions, plan

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame, SparkSession

PART = re.compile(r"part-\d{5}-[0-9a-f-]{36}")  # how Spark calls the files that it writes
TABLE = "spark::"  # what a table of Spark's catalog is named with, as in spark::lake.runs


def plan_named(
    spark: "SparkSession",
    runs: Sequence[str | Named],
    qrels: str,
    measures: Sequence[Measure],
    options: SparkOptions,
) -> Plan:
    """The plan for inputs that the command line names; see `plan`."""
    settings = options.get("settings") or {}
    if "init" in settings:
        cursor_of(None, settings).close()  # whatever it says that cannot be done is said, also if no text is read
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
    """The pieces of an input."""
    far, near = [], []
    for each in given:
        path = each.given if isinstance(each, Named) else each
        (far if spark_reads(path) else near).append(each)
    if where is not None and far and near:
        text = near[0].given if isinstance(near[0], Named) else near[0]
        raise InputError(f"--where is of Spark's SQL for Parquet and of DuckDB's for {text}; give them in one format")
    pieces = [piece for each in far for piece in read_far(spark, each, kind, columns, where)]
    if kind == "runs" and far and given[1:]:
        refuse_empty(pieces, where)
    if near:
        pieces.append(read_near(spark, near, kind, columns, where, settings))
    return pieces


def spark_reads(path: str) -> bool:
    """Whether Spark reads a path: a table of its catalog, or Parquet, wherever it is."""
    if path.startswith(TABLE) or path == "-" or "::" in path:
        return path.startswith(TABLE)
    if "://" in path or not (os.path.exists(path) or glob(path, recursive=True)):
        suffix = name_suffix(path)
        return not any(suffix in each.SUFFIXES for name, each in formats().items() if name != "parquet")
    files = [] if is_delta(path) else expand(path)
    # Spark leaves out files whose names begin so, and takes the others for patterns
    plain = not any(basename(file.path)[0] in "_." or re.search(r"[{}\[\]*?\\]", file.path) for file in files)
    return plain and {format_of(file) for file in files} <= {"parquet"}


def is_delta(path: str) -> bool:
    """Whether a folder of this machine is a table of Delta Lake, whose old files are not to be read."""
    return os.path.isdir(os.path.join(path, "_delta_log"))


def refuse_empty(pieces: Sequence[Piece], where: str | None) -> None:
    """Refuses what has no rows, whose run would be lost among the others."""
    from pyspark.sql import functions as F

    labels = dict.fromkeys(piece.label for piece in pieces)
    first = [where_true(each.rows, each.label, where).limit(1).select(F.lit(each.label)) for each in pieces]
    filled = collect(reduce(lambda one, other: one.union(other), first)).column(0).to_pylist()
    for label in [label for label in labels if label not in filled]:
        raise InputError(no_rows("runs", File(label, "", label, None, where=where)))


def read_far(
    spark: "SparkSession", given: str | Named, kind: Kind, columns: Mapping[str, str] | None, where: str | None
) -> list[Piece]:
    """A table or Parquet, which Spark reads when it is looked at; files that have other columns are other pieces."""
    from pyspark.errors import PySparkException

    called, path = (given.name, given.given) if isinstance(given, Named) else (None, given)
    run = run_of_file(path) if kind == "runs" else None
    try:
        if path.startswith(TABLE):
            rows = spark.table(path.removeprefix(TABLE))
            return [Piece(rows, path, called, path.rpartition(".")[2].removeprefix(TABLE))]
        if is_delta(path):
            return [Piece(spark.read.format("delta").load(path), path, called, run_name(path.rstrip("/")))]
        if "://" in path or not (os.path.exists(path) or glob(path, recursive=True)):
            rows = spark.read.option("mergeSchema", "true").parquet(path)
            return [Piece(rows, path, called, run)]
        reader = spark.read.options(**({"basePath": base} if (base := hive_of(path)) else {}))
        alike, empty = by_columns(path, columns)
        empty = {} if called or where else empty
        return [Piece(reader.parquet(*files), path, called, run, empty=empty) for files in alike]
    except PySparkException as error:
        if "PATH_NOT_FOUND" in str(error):
            missing = "no file matches it" if has_magic(path) else "there is no such file or folder"
            raise InputError(f"{path}: {missing}, here or where Spark looks") from None
        raise InputError(f"{path}: Spark cannot read it: {first_sentence(error)}") from None


def by_columns(path: str, columns: Mapping[str, str] | None = None) -> tuple[list[list[str]], dict[str, str]]:
    """The files that a path names, those of the same columns together; and the runs of those without rows."""
    from pyarrow.parquet import read_metadata

    alike: dict[str, list[str]] = {}
    named: dict[str, str] = {}
    empty = []
    for file in expand(path):
        metadata = read_metadata(file.path)
        schema = metadata.schema.to_arrow_schema()
        alike.setdefault(str(schema.remove_metadata()), []).append(os.path.abspath(file.path))
        there = [*schema.names, *(key for key, _ in HIVE.findall(file.path))]
        if find_column("runs", "run", there, chosen_for(columns, "runs")):
            file = replace(file, run=None)
        elif PART.match(basename(file.path)):
            file = replace(file, label=dirname(file.path))
        elif file.run and (one := named.setdefault(file.run, file.label)) != file.label:
            raise InputError(both_hold(file.run, one, file.label))
        empty += [file] * (metadata.num_rows == 0)
    return list(alike.values()), runs_of(empty)


def hive_of(path: str) -> str | None:
    """The folder above those of a hive, dt=2026-11-22 and so on, that a path of this machine names."""
    found = re.match(r"(.*?)/[^/=]+=[^/]*/", os.path.abspath(expand(path)[0].path))
    return found and (found[1] or "/")


def run_of_file(path: str) -> "Column":
    """The name of a run that no column says: its file's, or its folder's where Spark wrote that in parts."""
    from pyspark.sql import functions as F

    # an address, in which a blank is %20
    parts = F.split(F.url_decode(F.replace(F.input_file_name(), F.lit("+"), F.lit("%2B"))), "/")
    file = F.element_at(parts, -1)
    folder = F.element_at(parts, -2) if has_magic(path) else F.lit(run_name(path.rstrip("/")))
    return F.regexp_replace(F.when(file.rlike(PART.pattern), folder).otherwise(file), r"(?i)\.(parquet|pq)$", "")


def read_near(
    spark: "SparkSession",
    given: Sequence[str | Named],
    kind: Kind,
    columns: Mapping[str, str] | None,
    where: str | None,
    settings: Settings | None,
) -> Piece:
    """Inputs read on this machine, with checks of rows that know their file and line."""
    connection = cursor_of(None, settings)
    with views.reading(connection) as folder:
        sources, files = views.gather(connection, list(given), kind, folder, None, columns, where)
        sources += views.read_files(connection, files, kind)
        views.put_view(connection, kind, sources)
        refuse(rows_of(connection, kind, sources))
        empty = runs_without_rows(connection, sources) if kind == "runs" else {}
        there = {name for source in sources for name in source.columns} | ({"run"} if kind == "runs" else set())
        names = ", ".join(name for name in INPUTS[kind].columns if name in there)
        rows = connection.sql(f"select {names} from evalsql_{kind}").to_arrow_table()
    labels = [file.label for source in sources for file in source.files]
    unused = [column for source in sources for column in source.unused]
    label = label_of(kind) if labels[1:] else labels[0]
    return Piece(send(spark, rows), label, ours=True, unused=unused, empty=empty)


def send(spark: "SparkSession", rows: "pa.Table") -> "DataFrame":
    import pyspark
    from pyarrow.types import is_floating

    if not pyspark.__version__.startswith("3."):
        return spark.createDataFrame(rows)
    # Spark 3.5 takes no tables of Arrow, and frames of pandas have no nulls
    types = ", ".join(f"{field.name} {'double' if is_floating(field.type) else 'string'}" for field in rows.schema)
    return spark.createDataFrame(list(zip(*(column.to_pylist() for column in rows.columns), strict=True)), types)
