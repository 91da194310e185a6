"""The ways that a rank column can be no order, where a convention goes by it."""

from collections.abc import Iterator, Sequence

from evalsql.connections import Connection, fetch_all
from evalsql.errors import Problem
from evalsql.inputs.checks.places import places
from evalsql.inputs.source import Source, source_of
from evalsql.sqltext import number_text
from evalsql.words import brief, more, said


def unfit_ranks(connection: Connection, runs: Sequence[Source]) -> Iterator[Problem]:
    """Documents without a rank, and two of a ranking that have the same."""
    for file, row, count in fetch_all(
        connection,
        "select file, row, count(*) over () from evalsql_runs"
        " where rank is null or not isfinite(rank) or rank <> floor(rank) order by file asc, row asc limit 1",
    ):
        source = source_of(runs, file)
        found = source.find(file, row)
        has = brief(found.values["rank"]) if "rank" in found.values else "not there"
        text = f"{file}, {found.place}: rank is {has}; a whole number was expected, since the convention goes by rank"
        yield Problem("error", "no rank", text + more(count, "row"), count)
    for run, query, rank, count in fetch_all(
        connection,
        """
        select run, query_id, rank, count(*) over () from evalsql_runs where rank is not null
        group by run, query_id, rank having count(*) > 1 order by run asc, query_id asc, rank asc limit 1
        """,
    ):
        where = places(connection, "runs", runs, "run = ? and query_id = ? and rank = ?", [run, query, rank])
        text = f"rank {number_text(rank)} is there twice for query {said(query)} in run {said(run)} ({where})"
        yield Problem("error", "one rank twice", text + more(count, "rank"), count)
