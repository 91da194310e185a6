"""Scores that Spark writes: as a folder of Parquet, or into a table of its catalog."""

import os
import re
from datetime import UTC, datetime
from glob import glob
from typing import TYPE_CHECKING

from evalsql.errors import InputError
from evalsql.files.duckdb_table import LABELS, TableMode, refuse_label
from evalsql.spark.given import first_sentence
from evalsql.spark.paths import TABLE
from evalsql.words import said

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SCORES = ("run", "query_id", "metric", "value")
CHOOSE = "is there already; use --append to add these rows to it, or --force to replace it"


def refuse_there(spark: "SparkSession", place: str, mode: TableMode) -> None:
    """Refuses, before any work is done, a table or a folder of this machine that should be kept."""
    from pyspark.errors import PySparkException

    if mode.anew:
        raise InputError(f"{place}: --replace-label is for a table of a DuckDB file; Spark adds rows, or replaces all")
    name, is_table = place.removeprefix(TABLE), place.startswith(TABLE)
    try:
        there = spark.catalog.tableExists(name) if is_table else os.path.exists(name)
        if there and not (mode.force or mode.append):
            raise InputError(f"{place}: {CHOOSE}")
        if there and not is_table:
            refuse_others(name)
        if there and mode.append:
            rows = spark.table(name) if is_table else spark.read.parquet(name)
            columns = rows.columns
            if set(columns) - {"convention"} != {*SCORES, *LABELS}:
                has = ", ".join(columns)
                raise InputError(
                    f"{place}: has {has}, where {', '.join((*SCORES, *LABELS))} are added; write elsewhere"
                )
            if mode.label is not None:
                refuse_label(place, mode.label, rows.where(rows["label"] == mode.label).take(1))
    except PySparkException as error:
        raise InputError(f"{place}: {first_sentence(error)}") from None


def refuse_others(folder: str) -> None:
    """Refuses a folder that holds what Spark did not write, and would remove."""
    if not os.path.isdir(folder):
        raise InputError(f"{folder}: a folder was expected, into which Spark writes")
    there = [*os.listdir(folder), *glob("_temporary/*", root_dir=folder)]  # which a job that was killed leaves
    ours = r"part-\d{5}-|_SUCCESS$|\.part-|\._SUCCESS|_temporary(/\d+)?$"
    others = [name for name in sorted(there) if not re.match(ours, name)]
    if others:
        raise InputError(f"{folder}: holds {said(others[0])}, which Spark did not write; write to another folder")


def write(rows: "DataFrame", place: str, mode: TableMode) -> None:
    """Writes rows."""
    from pyspark.errors import PySparkException
    from pyspark.sql import functions as F

    if mode.labelled:
        moment = datetime.now(UTC).replace(tzinfo=None).isoformat(" ")
        at = F.lit(moment).cast("timestamp_ntz")
        rows = rows.withColumns({"label": F.lit(mode.label).cast("string"), "evaluated_at": at})
    writer = rows.write.mode("overwrite" if mode.force else "append" if mode.append else "errorifexists")
    try:
        if place.startswith(TABLE):
            writer.saveAsTable(place.removeprefix(TABLE))
        else:
            writer.parquet(place)
    except PySparkException as error:
        if "ALREADY_EXISTS" in str(error):
            raise InputError(f"{place}: {CHOOSE}") from None
        raise InputError(f"{place}: Spark cannot write it: {first_sentence(error)}") from None
