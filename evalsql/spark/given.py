"""The user's inputs, as DataFrames with only our columns."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Any

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.errors import InputError
from evalsql.inputs.columns import chosen_for, match_columns, unused_keys
from evalsql.inputs.lists import find_lists
from evalsql.inputs.source import File, Row, Source, types_of
from evalsql.words import said

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

ORIGIN = "origin"  # a column of runs that several inputs have: which of them
IDS = ("run", "query_id", "doc_id", "subtopic", "subgroup", "iteration", "stratum", ORIGIN)
NUMERIC = re.compile(r"(tinyint|smallint|int|bigint|float|double|decimal|void)\b")


@dataclass(frozen=True)
class Piece:
    """A part of an input."""

    rows: "DataFrame"  # its rows
    label: str  # what messages call it
    called: str | None = None  # what the user calls the run in it
    # what the run is called if neither the user nor a column says it; None if nothing does
    run: "Column | str | None" = None
    ours: bool = False  # whether it has columns of ours alone, and only the rows that are wanted
    unused: Sequence[str] = ()  # of these, columns that look like keys and were not read
    empty: Mapping[str, str] = field(default_factory=dict)  # runs whose files hold no rows, and these files


@dataclass(frozen=True)
class Frame:
    """An input."""

    rows: "DataFrame"  # a DataFrame with columns of ours alone
    source: Source  # what messages about its columns go by; it cannot be read
    empty: Mapping[str, str] = field(default_factory=dict)  # as its pieces have them


def label_of(kind: Kind) -> str:
    return f"the {INPUTS[kind].several}"


def pieces_of(given: Any, kind: Kind) -> list[Piece]:
    """What the user gave in Python: a DataFrame, {name: DataFrame}, or a list of them, or pieces."""
    several = given if isinstance(given, list | tuple) else [given]
    named = list(given.items()) if isinstance(given, Mapping) else [(None, each) for each in several]
    if not named:
        raise InputError(f"no {INPUTS[kind].several} were given")
    pieces = []
    for place, (name, each) in enumerate(named, start=1):
        if not isinstance(each, Piece):
            if not hasattr(each, "mapInArrow"):
                raise InputError(f"{label_of(kind)}: a DataFrame of Spark was expected, not {type(each).__name__}")
            label = f"DataFrame {place} of {label_of(kind)}" if named[1:] else label_of(kind)
            each = Piece(each, label, None if name is None else str(name), None if named[1:] else "run")
        pieces.append(each)
    return pieces


def frame_of(given: Any, kind: Kind, columns: Mapping[str, str] | None, where: str | None = None) -> Frame:
    """An input under our names."""
    pieces = pieces_of(given, kind)
    parts, unused = [], []
    for piece in pieces:
        rows, others = (piece.rows, piece.unused) if piece.ours else matched(piece, kind, columns, where)
        parts.append(rows if kind != "runs" or not pieces[1:] else from_(rows, piece.label))
        unused += others
    whole = reduce(lambda one, other: one.unionByName(other, allowMissingColumns=True), alike(parts))
    label = label_of(kind) if pieces[1:] else pieces[0].label
    there = [name for name in INPUTS[kind].columns if name in whole.columns]
    file = File(label, "", label, None, where=where)
    source = Source("", [file], not_there, there, unused=unused)
    empty = {run: label for piece in pieces for run, label in piece.empty.items()}
    return Frame(whole.select(*there, *({ORIGIN} & {*whole.columns})), source, empty)


def from_(rows: "DataFrame", label: str) -> "DataFrame":
    """Rows that say where they are from, so that a task sees a run that two inputs have."""
    from pyspark.sql import functions as F

    return rows.withColumn(ORIGIN, F.lit(label))


def alike(parts: Sequence["DataFrame"]) -> list["DataFrame"]:
    """DataFrames whose columns have the same types, so that Spark makes nothing else of them, such as 1 of 001."""
    from pyspark.sql import functions as F

    types: dict[str, set[str]] = {}
    for rows in parts:
        for name, type_ in rows.dtypes:
            types.setdefault(name, set()).add(type_)
    # ids are texts anyway, and numbers doubles
    common = {
        name: "double" if name not in IDS and all(NUMERIC.match(each) for each in found) else "string"
        for name, found in types.items()
        if found - {"void"} and len(found) > 1
    }
    return [
        rows.select(*(F.col(name).cast(common[name]).alias(name) if name in common else name for name in rows.columns))
        for rows in parts
    ]


def not_there(file: str, row: int) -> Row:
    """Stand for a finder of rows if there are no rows to find."""
    raise LookupError(file, row)


def matched(
    piece: Piece, kind: Kind, columns: Mapping[str, str] | None, where: str | None
) -> tuple["DataFrame", Sequence[str]]:
    """A piece with columns of ours alone, and the columns that look like keys and were not read."""
    from pyspark.errors import PySparkException
    from pyspark.sql import functions as F

    given, label = piece.rows, piece.label
    chosen = chosen_for(columns, kind)
    types = {field.name: sql_type(field.dataType.simpleString()) for field in given.schema.fields}
    refuse_lists(kind, label, types, chosen)
    theirs = match_columns(kind, label, given.columns, chosen)
    types_of(kind, label, theirs, types)
    refuse_ids(label, {column: types[column] for ours, column in theirs.items() if ours in IDS})
    names = {ours: F.col("`{}`".format(column.replace("`", "``"))) for ours, column in theirs.items()}
    if kind == "runs":
        if piece.called is not None and "run" in theirs:
            named = f"has a column {theirs['run']}, which names its runs, and cannot be called {said(piece.called)}"
            raise InputError(f"{label}: {named}; leave the name out")
        run = piece.run if piece.called is None else piece.called
        if "run" not in theirs and run is None:
            raise InputError(
                f'{label}: one of several has no column run; name it, as in {{"bm25": ..., "dense": ...}}, or give'
                " it a column run"
            )
        names.setdefault("run", F.lit(run))  # which leaves a column as it is
    try:
        rows = where_true(given, label, where).select(*(column.alias(ours) for ours, column in names.items()))
        _ = rows.schema  # as in where_true
    except PySparkException as error:  # such as two columns of a name
        raise InputError(f"{label}: {first_sentence(error)}") from None
    return rows, unused_keys(kind, theirs, given.columns)


def where_true(rows: "DataFrame", label: str, where: str | None) -> "DataFrame":
    """The rows that a condition is true of."""
    from pyspark.errors import PySparkException
    from pyspark.sql import functions as F

    if where is None:
        return rows
    try:
        kept = rows.where(where)
        _ = kept.select(F.lit(1)).schema  # without a select Spark Connect would not look at the expression yet
        return kept
    except PySparkException as error:
        raise InputError(f"{label}: --where {where!r}: {first_sentence(error)}") from None


def first_sentence(error: Exception) -> str:
    """The first line of an error of Spark, without the codes of its kind around it."""
    (first, *_) = str(error).strip().splitlines()
    return re.sub(r"^\[[\w.]+\] |\s*SQLSTATE.*$", "", first)


def refuse_lists(kind: Kind, label: str, types: Mapping[str, str], chosen: Sequence[tuple[str, str]]) -> None:
    """Refuses a row that holds a whole ranking, as one machine reads it."""
    lists = find_lists(kind, label, types, tuple(chosen))
    if lists is not None:
        both = ", ".join(filter(None, (lists.documents, lists.numbers)))
        raise InputError(
            f"{label}: {both} are lists; on Spark each document must have a row, which"
            f" rows.selectExpr('query_id', 'inline(arrays_zip({both}))') gives"
        )


def refuse_ids(label: str, types: Mapping[str, str]) -> None:
    """Refuses ids that Spark does not write as DuckDB does, such as 1.0E7, and so would take for others."""
    for column, type_ in types.items():
        if not re.match(r"(STRING|VARCHAR|CHAR|TINYINT|SMALLINT|INT|BIGINT|VOID)\b", type_):
            expected = "on Spark ids must be texts or whole numbers"
            raise InputError(f"{label}: {column} is {type_.lower()}; {expected}")


def sql_type(type_: str) -> str:
    """A type of Spark as DuckDB would call it, as far as it matters whether it is nested."""
    if type_.startswith("array"):
        return f"{sql_type(type_.removeprefix('array<').removesuffix('>'))}[]"
    return type_.partition("<")[0].upper()
