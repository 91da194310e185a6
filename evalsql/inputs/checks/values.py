"""The way that tables of scores can be bad beside their rows: two values for the same thing."""

from collections.abc import Iterator, Sequence

from evalsql.connections import Connection, fetch_all
from evalsql.errors import Problem
from evalsql.inputs.checks.places import may_repeat, places
from evalsql.inputs.source import Source
from evalsql.words import more, said


def two_values(connection: Connection, values: Sequence[Source]) -> Iterator[Problem]:
    """The value of a measure twice for one query of a run."""
    if not may_repeat(connection, "evalsql_values", "run, query_id, metric"):
        return
    for run, query, metric, count in fetch_all(
        connection,
        """
        select run, query_id, metric, count(*) over () from evalsql_values
        where run is not null and query_id is not null and metric is not null
        group by run, query_id, metric having count(*) > 1 order by run asc, query_id asc, metric asc limit 1
        """,
    ):
        where = places(connection, "values", values, "run = ? and query_id = ? and metric = ?", [run, query, metric])
        text = f"{metric} has two values for query {said(query)} of run {said(run)} ({where})"
        yield Problem("error", "two values", text + more(count, "value"), count)
