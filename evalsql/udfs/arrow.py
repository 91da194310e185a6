"""Columns of Arrow as arrays of NumPy, and back, as functions get them from DuckDB, which keeps nulls from them.

pyarrow's own to_numpy() and array() import pandas if that is installed, which takes longer than a test does.
"""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pyarrow as pa

KINDS = {"f": pa.float64(), "i": pa.int64()}


def doubles(column: pa.ChunkedArray) -> np.ndarray:
    """A column of doubles."""
    return np.concatenate([np.empty(0), *map(np.from_dlpack, column.chunks)])


def lists(column: pa.ChunkedArray) -> list[np.ndarray]:
    """A column of lists of doubles."""
    found = []
    for chunk in column.chunks:
        values, ends = np.from_dlpack(chunk.values), np.from_dlpack(chunk.offsets)
        found += [values[start:end] for start, end in pairwise(ends)]
    return found


def column_of(values: np.ndarray) -> pa.Array:
    """A column of doubles or of whole numbers, without nulls."""
    own = np.ascontiguousarray(values)
    return pa.Array.from_buffers(KINDS[own.dtype.kind], len(own), [None, pa.py_buffer(own)])


def column_of_lists(rows: Iterable[np.ndarray]) -> pa.Array:
    """A column of lists of doubles."""
    rows = list(rows)
    ends = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    offsets = pa.Array.from_buffers(pa.int32(), len(ends), [None, pa.py_buffer(ends)])
    return pa.ListArray.from_arrays(offsets, column_of(np.concatenate([np.empty(0), *rows])))
