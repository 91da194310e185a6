"""The way that tables of scores can be bad beside their rows: two values for the same thing."""

from collections.abc import Iterator, Sequence

from evalsql.connections import Connection
from evalsql.errors import Problem
from evalsql.inputs.checks.places import first_twice
from evalsql.inputs.source import Source
from evalsql.words import more, said

CHOOSE = "; of several evaluations in one table --where chooses one, such as --where \"label = 'monday'\""


def two_values(connection: Connection, values: Sequence[Source]) -> Iterator[Problem]:
    """The value of a measure twice for one query of a run."""
    ids = ("run", "query_id", "metric")
    for (run, query, metric), where, count in first_twice(connection, "values", values, ids):
        text = f"{metric} has two values for query {said(query)} of run {said(run)} ({where})"
        yield Problem("error", "two values", text + more(count, "value") + CHOOSE, count)
