"""A quick look at a pass, which proves most runs fit; only where it does not do the checks look for what is wrong."""

from collections.abc import Sequence

import duckdb

from evalsql.inputs.problem import fetch_one
from evalsql.inputs.source import Source


def suspect(connection: duckdb.DuckDBPyConnection, sources: Sequence[Source]) -> bool:
    """Whether a row of a pass may lack an id, a file may hold no rows, or a run may be in two files.

    Args:
        connection: where evalsql_answers is, and evalsql_numbered, whose n say which file a row is of.
        sources: those of the pass.
    """
    files = sum(len(source.files) for source in sources)
    blank, filled, parts, runs, apart = fetch_one(
        connection,
        """
        select
            coalesce(bool_or(coalesce(run, '') = '' or coalesce(query_id, '') = ''), false),
            count(distinct first >> 40),
            count(distinct (run, first >> 40)),
            count(distinct run),
            coalesce(bool_or(not together), false)
        from evalsql_answers
        """,
    )
    if blank or filled < files or parts > runs or (apart and files > 1):
        return True
    unproved = " union all ".join(source.numbered for source in sources if not source.proved)
    return (
        bool(unproved)
        and fetch_one(connection, f"select exists (from ({unproved}) where doc_id is null or doc_id = '')")[0]
    )


def met_twice(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether a ranking of the pass holds a judged document twice."""
    return fetch_one(connection, "select coalesce(sum(documents - bit_count(bits)), 0) > 0 from evalsql_met")[0]
