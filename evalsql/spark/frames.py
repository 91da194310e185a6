"""DataFrames of Spark: their rows as tasks take them, all of a query together, and how finely they are cut."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import reduce
from io import StringIO
from math import ceil
from typing import TYPE_CHECKING, Any

from evalsql.errors import InputError
from evalsql.inputs.columns import chosen_for, match_columns, unused_keys
from evalsql.inputs.lists import find_lists
from evalsql.inputs.source import INPUTS, File, Kind, Row, Source, types_of
from evalsql.words import said

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

BYTES = 16 * 2**20  # of input that are worth a task, as Spark estimates them: some 1.5 million rows of Parquet
LEAST = 2**20  # bytes; less is not worth one where cores are idle
HOT = 4_000_000  # rows of a query beyond which several tasks share its runs


@dataclass(frozen=True)
class Frame:
    """The rows of a kind of input.

    Attributes:
        rows: a DataFrame with columns of ours alone.
        source: what messages about columns go by; it cannot be read.
    """

    rows: "DataFrame"
    source: Source


def label_of(kind: Kind) -> str:
    """What messages call an input that has no path."""
    return f"the {INPUTS[kind].several}"


def frame_of(given: Any, kind: Kind, columns: Mapping[str, str] | None, where: str | None = None) -> Frame:
    """The rows of what the user gave, under our names.

    Args:
        given: a DataFrame, {name: DataFrame}, or a list of DataFrames.
        kind: what it is read as.
        columns: which of its columns are which of ours, such as {"runs.run": "ranker"}.
        where: an expression of Spark's SQL over its columns: only rows that it is true of are read.

    Raises:
        InputError: it is no DataFrame, lacks a column, or cannot be read.
    """
    named = list(given.items()) if isinstance(given, Mapping) else [(None, each) for each in as_list(given)]
    if not named:
        raise InputError(f"no {INPUTS[kind].several} were given")
    found, parts, unused = set(), [], []
    for name, each in named:
        rows, columns_unused = matched(each, kind, name, columns, where)
        if kind == "runs" and name is None and "run" not in rows.columns:
            if named[1:]:
                raise InputError(
                    'a DataFrame of several has no column run; name it, as in {"bm25": ..., "dense": ...}, or give it'
                    " a column run"
                )
            rows = named_run(rows, "run")
        parts.append(rows)
        found |= set(rows.columns)
        unused += columns_unused
    whole = reduce(lambda one, other: one.unionByName(other, allowMissingColumns=True), parts)
    file = File(label_of(kind), "", label_of(kind), None, where=where)
    there = [name for name in INPUTS[kind].columns if name in found]
    return Frame(whole.select(*there), Source("", [file], not_there, there, unused=unused))


def not_there(file: str, row: int) -> Row:
    """Stands for what finds a row, where there are none that could be asked for."""
    raise LookupError(file, row)


def as_list(given: Any) -> Sequence[Any]:
    """One thing, or several."""
    return given if isinstance(given, list | tuple) else [given]


def matched(
    given: Any, kind: Kind, name: str | None, columns: Mapping[str, str] | None, where: str | None
) -> tuple["DataFrame", list[str]]:
    """A DataFrame with columns of ours alone, and the columns that look like keys and were not read."""
    from pyspark.errors import PySparkException
    from pyspark.sql import functions as F

    label = label_of(kind)
    if not hasattr(given, "mapInArrow"):
        raise InputError(f"{label}: a DataFrame of Spark was expected, not {type(given).__name__}")
    chosen = chosen_for(columns, kind)
    types = {field.name: sql_type(field.dataType.simpleString()) for field in given.schema.fields}
    lists = find_lists(kind, label, types, chosen)
    if lists is not None:
        both = ", ".join(filter(None, (lists.documents, lists.numbers)))
        raise InputError(
            f"{label}: {both} are lists; on Spark each document must have a row, which"
            f" df.select('query_id', inline(arrays_zip({both}))) gives"
        )
    theirs = match_columns(kind, label, given.columns, chosen)
    types_of(kind, label, theirs, types)
    if where is not None:
        try:
            given = given.where(where)
        except PySparkException as error:
            raise InputError(f"{label}: --where {where!r}: {str(error).splitlines()[0]}") from None
    rows = given.select(*(F.col(f"`{column}`").alias(ours) for ours, column in theirs.items()))
    if name is not None and kind == "runs":
        if "run" in theirs:
            raise InputError(
                f"{label}: {said(name)} has a column {theirs['run']}, which names its runs; give it without a name"
            )
        rows = named_run(rows, name)
    return rows, unused_keys(kind, theirs, given.columns)


def named_run(rows: "DataFrame", name: str) -> "DataFrame":
    """Rows of a run that no column names."""
    from pyspark.sql import functions as F

    return rows.withColumn("run", F.lit(name))


def sql_type(type_: str) -> str:
    """A type of Spark as DuckDB would call it, as far as it matters whether it is nested."""
    if type_.startswith("array"):
        return f"{sql_type(type_.removeprefix('array<').removesuffix('>'))}[]"
    return type_.partition("<")[0].upper()


def cut(
    frames: Mapping[Kind, Frame], *, known: bool, partitions: int | None = None, salt: int | None = None
) -> "DataFrame":
    """The rows of all inputs, those of a query and a salt in one partition.

    Judgments travel with their queries, so that nothing is broadcast and each ideal ranking is made once. Where several
    tasks share the runs of a query, each has its judgments.

    Args:
        frames: the inputs.
        known: whether a row is to be there for each run and judged query, so that a query that a run does not answer
            can be scored as an empty ranking.
        partitions: into how many partitions; by the size of the runs where None.
        salt: how many tasks share the runs of each query; where None, several do of a query of very many rows.

    Returns:
        Columns kind, query, salt, and a struct for each kind, of that kind's columns; null in rows of other kinds.

    Raises:
        InputError: partitions or salt is no whole number of at least 1.
    """
    from pyspark.sql import functions as F

    for name, number in (("partitions", partitions), ("salt", salt)):
        if number is not None and (type(number) is not int or number < 1):
            raise InputError(f"{name} must be a whole number of at least 1, not {number!r}")
    runs = frames["runs"].rows
    size = estimated_bytes(runs)
    hot = hot_queries(runs) if salt is None and (size is None or size > BYTES) else None

    def salted(rows: "DataFrame", of_runs: bool) -> "DataFrame":
        """Rows with their query as text and their salt; those that runs share, once for each salt."""
        rows = rows.withColumn("query", F.col("query_id").cast("string"))
        salts: Column = F.lit(salt or 1)
        if hot is not None:
            rows = rows.join(F.broadcast(hot), "query", "left")
            salts = F.coalesce("salts", F.lit(1))
        if of_runs:
            return rows.withColumn("salt", F.pmod(F.hash(F.col("run").cast("string")), salts))
        return rows.withColumn("salt", F.explode(F.sequence(F.lit(0), salts - 1)))

    parts = [tagged(salted(frame.rows, kind == "runs"), kind, frame.rows.columns) for kind, frame in frames.items()]
    if known:
        names = runs.select(F.col("run").cast("string").alias("run")).where("run is not null").distinct()
        queries = frames["qrels"].rows.select("query_id").distinct()
        pairs = queries.crossJoin(F.broadcast(names))
        parts.append(tagged(salted(pairs, of_runs=True), "known", ["run"]))
    rows = reduce(lambda one, other: one.unionByName(other, allowMissingColumns=True), parts)
    # a number that is said is kept: Spark puts partitions together, or splits them, only where it chose it
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
    """How many bytes Spark estimates rows to have, without a look at them; None where it does not know."""
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
        return int(session.conf.get("spark.sql.shuffle.partitions") or 200)
    try:
        cores = session.sparkContext.defaultParallelism
    except Exception:  # of Spark Connect, which has none; it says so by an error of another kind in each version
        cores = 1
    return max(ceil(size / BYTES), min(cores, ceil(size / LEAST)), 1)


def not_used(frames: Mapping[Kind, Frame]) -> Iterator[tuple[Kind, list[Source]]]:
    """The sources of each kind, as checks of columns take them."""
    for kind, frame in frames.items():
        yield kind, [frame.source]
