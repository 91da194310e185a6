"""How alike the rankings of two runs are."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import duckdb

from evalsql.comparing.correlate import PERSISTENCE, refuse_persistence
from evalsql.connections import Connection, cursor_of, fetch_all, relation_of
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone
from evalsql.interrupts import stoppable
from evalsql.render import statements
from evalsql.scoring.population import refuse_population
from evalsql.words import plural, said

DEPTH = 100


@stoppable
def overlap(
    runs: Any,
    *,
    depth: int = DEPTH,
    p: float = PERSISTENCE,
    queries: Sequence[str] | None = None,
    connection: Connection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The rank-biased overlap of the rankings of every two runs, query by query; no judgments are needed.

    Args:
        runs: runs as Evaluation takes them.
        depth: how many documents of each ranking to look at.
        p: how much the top weighs, above 0 and below 1: less, the nearer to 1.
        queries: these queries only.
        connection: the user's own DuckDB connection.

    Returns:
        A relation with columns run, other, query_id and value (RBO_ext, 0 to 1), of the queries that both answer.

    Raises:
        InputError: an input cannot be used, or there are not two runs that answer the same query.

    Warns:
        UserWarning: something about the runs is doubtful, and does not stop it.
    """
    own, found = put_overlaps(runs, depth, p, queries, connection)
    for problem in found:
        warnings.warn(problem.text, stacklevel=3)
    return relation_of(own.sql("from evalsql_overlaps").to_arrow_table(), connection)


def put_overlaps(
    runs: Any,
    depth: int,
    p: float,
    queries: Sequence[str] | None = None,
    connection: Connection | None = None,
    settings: Mapping[str, str | int] | None = None,
) -> tuple[Connection, list[Problem]]:
    """A connection with the table evalsql_overlaps, and the warnings; see overlap for its columns."""
    refuse_persistence(p)
    refuse_population("qrels", None, queries)
    if not isinstance(depth, int) or depth < 1:
        raise InputError(f"the depth must be a whole number of at least 1, not {depth!r}")
    own = cursor_of(connection, settings)
    with views.reading(own) as folder:
        sources = views.read(own, runs, "runs", folder, connection)
        found = refuse(problems_alone(own, "runs", sources))
        own.execute(
            """
            create or replace temp table evalsql_rankings as
            select run, query_id, doc_id, place as rank
            from
                (
                    select
                        run,
                        query_id,
                        doc_id,
                        row_number() over (partition by run, query_id order by score desc, doc_id desc) as place
                    from evalsql_runs
                    where $queries is null or list_contains($queries::varchar[], query_id)
                )
            where place <= $depth
            """,
            {"depth": depth, "queries": None if queries is None else list(queries)},
        )
    if queries is not None:
        found += unanswered(own, queries)
    select = statements.comparison("correlations", "overlap")
    own.execute(
        f"create or replace temp table evalsql_overlaps as {select} order by run asc, other asc, query_id asc", {"p": p}
    )
    if own.execute("select count(*) from evalsql_overlaps").fetchall() == [(0,)]:
        raise InputError("there are no two runs that answer the same query")
    return own, found


def unanswered(own: Connection, queries: Sequence[str]) -> Iterator[Problem]:
    """The warning about queries of a list that no run answers."""
    answered = {query for (query,) in fetch_all(own, "select distinct query_id from evalsql_rankings")}
    missing = sorted({str(query) for query in queries} - answered)
    if missing:
        text = (
            f"{plural(len(missing), 'query')} of the list without an answer in any run (the first: {said(missing[0])})"
        )
        yield Problem("warning", "queries without an answer", text, len(missing))
