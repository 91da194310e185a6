"""Scores that Spark writes: as a folder of Parquet, or into a table of its catalog."""

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from evalsql.errors import InputError
from evalsql.outputs.tables import TableMode
from evalsql.spark.given import first_sentence
from evalsql.spark.paths import TABLE

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

CHOOSE = "is there already; use --append to add these rows to it, or --force to replace it"


def refuse_there(spark: "SparkSession", place: str, mode: TableMode) -> None:
    """Refuses, before any work is done, a table or a folder of this machine that should be kept.

    Raises:
        InputError: it is there, and is neither to be replaced nor added to.
    """
    name = place.removeprefix(TABLE)
    there = spark.catalog.tableExists(name) if place.startswith(TABLE) else os.path.exists(name)
    if there and not (mode.force or mode.append):
        raise InputError(f"{place}: {CHOOSE}")


def write(rows: "DataFrame", place: str, mode: TableMode) -> None:
    """Writes rows.

    Args:
        rows: the rows.
        place: a folder, wherever Spark can write, or spark::NAME of a table.
        mode: what is done with what is there.

    Raises:
        InputError: it is there and should be kept, or it cannot be written.
    """
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
