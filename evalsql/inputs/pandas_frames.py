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

    try:
        found = pa.array(column, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError, UnicodeEncodeError):
        return as_texts(column)
    kind = found.type
    if pa.types.is_floating(kind) and not {bool, np.bool_} & set(map(type, column)):
        return found.to_numpy(zero_copy_only=False)
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return as_texts(column)
    if pa.types.is_integer(kind):
        return column.astype("UInt64" if kind == pa.uint64() else "Int64").array
    if pa.types.is_binary(kind):
        return as_objects(found)
    return column.array


def as_texts(column: Column) -> Any:
    """Values as Python writes them; what is missing stays so."""
    gone = column.isna()
    return as_objects(objects.texts([None if none else value for value, none in zip(column, gone, strict=True)]))


def as_objects(found: "pa.Array") -> Any:
    """An array of Arrow as pandas keeps texts or bytes."""
    return found.to_numpy(zero_copy_only=False)
