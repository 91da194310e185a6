"""The rows of all inputs as tasks take them, all of a query together, and into how many parts they are cut."""

import re
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from functools import reduce
from io import StringIO
from math import ceil
from typing import TYPE_CHECKING

from evalsql.arguments import whole_number
from evalsql.catalog.inputs import Kind
from evalsql.spark.given import Frame

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

BYTES = 16 * 2**20  # of input that are worth a task, as Spark estimates them: some 1.5 million rows of Parquet
LEAST = 2**20  # bytes; less is not worth one where cores are idle
HOT = 4_000_000  # rows of a query beyond which several tasks share its runs


def cut(
    frames: Mapping[Kind, Frame], *, known: bool, partitions: int | None = None, salt: int | None = None
) -> "DataFrame":
    """The rows of all inputs, those of a query and a salt in one partition.

    Judgments travel with their queries, so that nothing is broadcast and each ideal ranking is made once. If several
    tasks share the runs of a query, each has its judgments.
    """
    from pyspark.sql import functions as F

    for name, number in (("partitions", partitions), ("salt", salt)):
        if number is not None:
            whole_number(number, name)
    runs = frames["runs"].rows
    size = estimated_bytes(runs)
    hot = hot_queries(runs) if salt is None and (size is None or size > BYTES) else None

    def salted(rows: "DataFrame", of_runs: bool) -> "DataFrame":
        """Rows with their query as text and their salt; those that runs share, once for each salt.

        A salt says out of how many: two queries of a task must not be taken together if they share out their runs
        differently, since each run that has the salt is scored for all that are.
        """
        rows = rows.withColumn("query", F.col("query_id").cast("string"))
        salts: Column = F.lit(salt or 1)
        if hot is not None:
            rows = rows.join(F.broadcast(hot), "query", "left")
            salts = F.coalesce("salts", F.lit(1))
        its_own, each = F.pmod(F.hash(F.col("run").cast("string")), salts), F.explode(F.sequence(F.lit(0), salts - 1))
        rows = rows.withColumn("number", its_own if of_runs else each)
        return rows.withColumn("salt", F.concat_ws("_", F.col("number").cast("string"), salts.cast("string")))

    parts = [tagged(salted(frame.rows, kind == "runs"), kind, frame.rows.columns) for kind, frame in frames.items()]
    if known:
        names = runs.select(F.col("run").cast("string").alias("run")).where("run is not null")
        if empty := frames["runs"].empty:
            names = names.union(runs.sparkSession.createDataFrame([(run,) for run in empty], "run string"))
        queries = frames["qrels"].rows.select("query_id").distinct()
        pairs = queries.crossJoin(F.broadcast(names.distinct()))
        parts.append(tagged(salted(pairs, of_runs=True), "known", ["run"]))
    rows = reduce(lambda one, other: one.unionByName(other, allowMissingColumns=True), parts)
    # a number that is said is kept: Spark puts partitions together, or splits them, only if it chose it
    return rows.repartition(partitions or partitions_for(runs, size), "query", "salt")


def tagged(rows: "DataFrame", kind: str, columns: Sequence[str]) -> "DataFrame":
    """Rows of a kind, their columns in a struct, so that each keeps its type beside those of other kinds."""
    from pyspark.sql import functions as F

    return rows.select(F.lit(kind).alias("kind"), "query", "salt", F.struct(*columns).alias(kind))


def hot_queries(runs: "DataFrame") -> "DataFrame":
    """The queries of so many rows that several tasks share them, and how many do: columns query and salts."""
    from pyspark.sql import functions as F

    counts = runs.groupBy(F.col("query_id").cast("string").alias("query")).count().where(F.col("count") > HOT)
    return counts.select("query", F.ceil(F.col("count") / HOT).cast("int").alias("salts"))


def estimated_bytes(rows: "DataFrame") -> int | None:
    """How many bytes Spark estimates rows to have, without a look at them; None if it does not know."""
    shown = StringIO()
    with redirect_stdout(shown):
        rows.explain(mode="cost")  # the one way to its estimates that every kind of session has
    found = re.search(r"sizeInBytes=([\d.]+(?:E\+?\d+)?) ([KMGTPE]i)?B", shown.getvalue())
    if found is None:
        return None
    size = float(found[1]) * 1024 ** ("KMGTPE".index(found[2][0]) + 1 if found[2] else 0)
    return None if size >= 2**62 else int(size)  # which says that it does not know


def partitions_for(runs: "DataFrame", size: int | None) -> int:
    """How many partitions rows of so many bytes are cut into."""
    session = runs.sparkSession
    if size is None:
        said = session.conf.get("spark.sql.shuffle.partitions") or ""
        return int(said) if said.isdecimal() else 200  # it may be auto
    try:
        cores = session.sparkContext.defaultParallelism
    except Exception:  # of Spark Connect, which has none; it says so by an error of another kind in each version
        cores = 1
    return max(ceil(size / BYTES), min(cores, ceil(size / LEAST)), 1)
