"""Frames and relations of Python, put where SQL can read them."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import duckdb

from evalsql.connections import Connection, first_line
from evalsql.errors import InputError
from evalsql.inputs import objects

if TYPE_CHECKING:
    import pyarrow as pa


def columns_of(frame: Any) -> set[str]:
    """The names of the columns of a frame, as it has them."""
    names = getattr(getattr(frame, "schema", None), "names", None)
    return {str(each) for each in (names if isinstance(names, list) else getattr(frame, "columns", ()))}


def rows_of(relation: "duckdb.DuckDBPyRelation") -> Any:
    try:
        return relation.to_arrow_table()
    except (duckdb.Error, RuntimeError) as error:
        raise InputError(f"a relation of DuckDB cannot be read: its query fails: {first_line(error)}") from None


def register(connection: Connection, frame: Any, label: str) -> str:
    """The name under which a relation, an Arrow table or reader, or a frame of pandas or polars can be read."""
    kind = type(frame).__name__
    article = "an" if kind[0].lower() in "aeiou" else "a"
    try:
        if isinstance(frame, duckdb.DuckDBPyRelation):
            frame = rows_of(frame)
        elif hasattr(frame, "read_all"):  # an Arrow reader can be read only once
            frame = frame.read_all()
        elif kind == "RecordBatch":  # DuckDB 1 reads one only once
            frame = import_module("pyarrow").Table.from_batches([frame])
        elif is_of_pandas(frame):
            frame = of_one_type(frame)
        name = f"evalsql_input_frame_{id(frame)}"
        connection.register(name, frame)
    except InputError:
        raise
    except (duckdb.Error, TypeError, RuntimeError):
        if why := unread(connection, frame):
            raise InputError(f"{label}: {why}") from None
        raise InputError(
            f"{article} {kind} cannot be read; give a path, a table, a relation of DuckDB,"
            " a frame of Arrow, pandas or polars, {query: {document: number}}, or a list of ScoredDoc or Qrel"
        ) from None
    return name


def unread(connection: Connection, frame: Any) -> str | None:
    """Why a frame cannot be read: the error of a lazy one, or the first column of an unreadable type."""
    if hasattr(frame, "collect_schema"):
        try:
            frame.collect_schema()
        except Exception as error:  # of polars, which an install need not bring
            return f"cannot be read: {first_line(error)}"
    for place, (name, type_) in enumerate(types_of(frame)):
        alone = frame.iloc[:, [place]] if is_of_pandas(frame) else frame.select([name])
        try:
            connection.register("evalsql_input_column", alone)
            connection.unregister("evalsql_input_column")
        except (duckdb.Error, TypeError, RuntimeError):
            return f"column {name} is {type_}, which DuckDB does not read; numbers or texts were expected"
    return None


def types_of(frame: Any) -> list[tuple[Any, Any]]:
    """The columns of a frame of pandas, Arrow or polars, and their types as it calls them."""
    if is_of_pandas(frame):
        return list(frame.dtypes.items())
    schema: Any = getattr(frame, "schema", {})
    return list(zip(schema.names, schema.types, strict=True) if hasattr(schema, "types") else schema.items())


def is_of_pandas(given: Any) -> bool:
    """Whether something is a DataFrame of pandas, which is not asked, since it may not be there."""
    return type(given).__name__ == "DataFrame" and type(given).__module__.partition(".")[0] == "pandas"


def of_one_type(frame: Any) -> Any:
    """The same rows, with one type per column: that of all its values, or text.

    DuckDB takes the type of a column of objects from a sample, and casts the rest: 0.4 to 0, "007" to 7.
    """
    mixed = [place for place, type_ in enumerate(frame.dtypes) if type_ == "object"]
    if mixed:
        frame = frame.copy(deep=False)
    for place in mixed:
        frame.isetitem(place, values_of(frame.iloc[:, place]))
    return frame


def values_of(column: Any) -> Any:
    """The values of a column of objects as numbers, as texts, or as they are if they are all alike."""
    import numpy as np
    import pyarrow as pa

    found = objects.array_of(column, from_pandas=True)
    if found is None or pa.types.is_decimal(found.type):
        return as_texts(column)
    if pa.types.is_floating(found.type):  # Arrow makes 1 of true beside a float
        return as_texts(column) if {bool, np.bool_} & set(map(type, column)) else as_numpy(found)
    if pa.types.is_integer(found.type):
        return column.astype("UInt64" if found.type == pa.uint64() else "Int64").array
    return as_numpy(found) if pa.types.is_binary(found.type) else column.array


def as_texts(column: Any) -> Any:
    gone = column.isna()
    return as_numpy(objects.texts([None if none else value for value, none in zip(column, gone, strict=True)]))


def as_numpy(found: "pa.Array") -> Any:
    return found.to_numpy(zero_copy_only=False)
