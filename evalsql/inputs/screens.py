"""A quick look at a pass, which proves most runs fit; only where it does not do the checks look for what is wrong."""

from collections.abc import Sequence

import duckdb

from evalsql.inputs.problem import fetch_all, fetch_one
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
    return fetch_one(connection, "select exists (from evalsql_met where twice > 0)")[0]


def without_rows(connection: duckdb.DuckDBPyConnection, sources: Sequence[Source]) -> set[str]:
    """The arguments none of whose files in the pass holds a row."""
    filled = {file for (file,) in fetch_all(connection, "select distinct file from evalsql_runs")}
    files = [file for source in sources for file in source.files]
    return {file.argument for file in files} - {file.argument for file in files if file.label in filled}
