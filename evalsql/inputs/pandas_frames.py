"""Frames of pandas whose columns hold Python objects: DuckDB takes the type of one from a sample of its rows.

What the sample did not see it casts: 0.4 to 0 among whole numbers, "007" to 7. So each such column gets a type that all
of it has, or is text.
"""

from typing import TYPE_CHECKING, Any

from evalsql.inputs import objects

if TYPE_CHECKING:
    import pyarrow as pa

Frame = Any  # of pandas, which an install need not bring
Column = Any


def is_of_pandas(given: Any) -> bool:
    """Whether something is a DataFrame of pandas, which is not asked, since it may not be there."""
    return type(given).__name__ == "DataFrame" and type(given).__module__.partition(".")[0] == "pandas"


def of_one_type(frame: Frame) -> Frame:
    """The same rows, each column of which has one type for all of its values."""
    mixed = [place for place, type_ in enumerate(frame.dtypes) if type_ == "object"]
    if mixed:
        frame = frame.copy(deep=False)
    for place in mixed:
        frame.isetitem(place, values_of(frame.iloc[:, place]))
    return frame


def values_of(column: Column) -> Any:
    """The values of a column of objects as numbers, as texts, or as they are where they are all alike."""
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


def as_texts(column: Column) -> Any:
    """Values as Python writes them; what is missing stays so."""
    gone = column.isna()
    return as_numpy(objects.texts([None if none else value for value, none in zip(column, gone, strict=True)]))


def as_numpy(found: "pa.Array") -> Any:
    """An array of Arrow as pandas keeps numbers, texts or bytes."""
    return found.to_numpy(zero_copy_only=False)
