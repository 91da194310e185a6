"""The ideals as DuckDB calls them: over Arrow, for a batch of queries at once."""

from collections.abc import Callable, Iterable

import pyarrow as pa

from evalsql.udfs.exact import exact_ideal
from evalsql.udfs.ideal import greedy_order


def greedy_ideals(documents: pa.Array, weights: pa.Array, alpha: pa.Array, k: pa.Array, lowest: pa.Array) -> pa.Array:
    """The greedy order of the documents of each query, as numbers and gains."""
    return lists_of_pairs(greedy_order, (documents, weights, alpha, k, lowest), choice=pa.int64(), gain=pa.float64())


def exact_ideals(documents: pa.Array, weights: pa.Array, alpha: pa.Array, k: pa.Array) -> pa.Array:
    """The largest alpha-DCG of each query at each rank, and a bound on it."""
    return lists_of_pairs(exact_ideal, (documents, weights, alpha, k), dcg=pa.float64(), bound=pa.float64())


def lists_of_pairs(function: Callable, columns: Iterable[pa.Array], **fields: pa.DataType) -> pa.Array:
    """What a function of a query gives, a list of pairs, for each query."""
    queries = zip(*(column.to_pylist() for column in columns), strict=True)
    found = [[dict(zip(fields, pair, strict=True)) for pair in function(*query)] for query in queries]
    return pa.array(found, pa.list_(pa.struct(fields)))


NUGGETS, WEIGHTS = "BIGINT[][]", "DOUBLE[]"
FUNCTIONS = (
    (
        "evalsql_greedy_ideal",
        [NUGGETS, WEIGHTS, "DOUBLE", "BIGINT", "BOOLEAN"],
        "STRUCT(choice BIGINT, gain DOUBLE)[]",
        greedy_ideals,
    ),
    (
        "evalsql_exact_ideal",
        [NUGGETS, WEIGHTS, "DOUBLE", "BIGINT"],
        "STRUCT(dcg DOUBLE, bound DOUBLE)[]",
        exact_ideals,
    ),
)
