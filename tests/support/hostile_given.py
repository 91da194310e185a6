"""What functions of evalsql are given, and give, in tests of hostile names."""

from typing import Any

import duckdb
import pyarrow as pa


def rows(found: Any) -> Any:
    """What a function gave, as lists."""
    if isinstance(found, dict):
        return {name: rows(each) for name, each in found.items()}
    if isinstance(found, duckdb.DuckDBPyRelation):
        return [list(map(list, found.fetchall())), found.columns]
    return found


def kinds(names: list[str]) -> pa.Table:
    """Attributes of the queries, whose names and values are such too."""
    queries = names[::2]
    return pa.table({"query_id": queries, names[1]: [names[place % 2] for place in range(len(queries))]})


def nuggets(names: list[str]) -> pa.Table:
    """Judgments by subtopics that are called so."""
    return pa.table(
        {"query_id": names[:3] * 2, "subtopic": names[:6], "doc_id": names[2:8], "relevance": [1, 1, 2, 1, 1, 1]}
    )


def one_of(runs: pa.Table, run: str) -> pa.Table:
    """The rows of one run."""
    return runs.filter([each == run for each in runs["run"].to_pylist()])
