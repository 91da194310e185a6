"""The scores of each query dealt to the runs at random; sql/significance/randomised_tukey.sql has the twin in SQL."""

import numpy as np
import pyarrow as pa

AT_ONCE = 2_000_000  # scores


def dealt_extents(scores: pa.Array, hashes: pa.Array) -> pa.Array:
    """By how much the best mean of a run is above the worst in each deal."""
    tables = zip(scores, hashes, strict=True)
    extents = [extents_of(np.array(table.as_py()), deals.values.to_numpy()) for table, deals in tables]
    return pa.array(extents, pa.list_(pa.float64()))


def extents_of(scores: np.ndarray, hashes: np.ndarray) -> np.ndarray:
    """The same for one table, some deals at a time."""
    queries, runs = scores.shape
    size = max(1, AT_ONCE // scores.size)
    rows = np.arange(queries)[:, None] * runs
    extents = [np.empty(0)]
    for start in range(0, len(hashes), size):
        order = np.argsort(keys(hashes[start : start + size], queries, runs), axis=2)  # which are all different
        means = scores.ravel()[order + rows].sum(axis=1) / queries
        extents.append(means.max(axis=1) - means.min(axis=1))
    return np.concatenate(extents)


def keys(hashes: np.ndarray, queries: int, runs: int) -> np.ndarray:
    """A random number of 32 bits for each deal, query and run, by which the runs of the query are put in order."""
    low, high = hashes.astype(np.uint32), (hashes >> np.uint64(32)).astype(np.uint32)
    state = mixed(low[:, None] + np.arange(1, queries + 1, dtype=np.uint32)) ^ high[:, None]
    return mixed(state[:, :, None] + np.arange(1, runs + 1, dtype=np.uint32))


def mixed(x: np.ndarray) -> np.ndarray:
    """Numbers of 32 bits, one for one, as the last step of MurmurHash3 mixes them."""
    x ^= x >> np.uint32(16)
    x *= np.uint32(2246822507)
    x ^= x >> np.uint32(13)
    x *= np.uint32(3266489909)
    x ^= x >> np.uint32(16)
    return x


FUNCTIONS = (("evalsql_dealt_extents", ["DOUBLE[][]", "UBIGINT[]"], "DOUBLE[]", dealt_extents),)
