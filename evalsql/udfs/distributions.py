"""The distribution functions of the significance tests, by SciPy; sql/distributions.sql has their twins in SQL."""

import numpy as np
import pyarrow as pa


def t_tail(t: pa.Array, df: pa.Array) -> pa.Array:
    """The two-sided p-value of Student's t: the chance of a value as far from 0, or farther."""
    from scipy.special import stdtr

    return pa.array(2 * stdtr(numbers(df), -np.abs(numbers(t))))


def numbers(column: pa.Array) -> np.ndarray:
    """A column without nulls as doubles."""
    return column.to_numpy(zero_copy_only=False).astype(float, copy=False)


FUNCTIONS = (("evalsql_t_tail", ["DOUBLE", "DOUBLE"], "DOUBLE", t_tail),)
