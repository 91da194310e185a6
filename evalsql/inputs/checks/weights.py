"""The ways that weights of subtopics can be bad, in a table of their own or in a column, and probabilities."""

from collections.abc import Iterator, Sequence

from evalsql.catalog.gains import BOUNDS, within_bounds
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import Problem
from evalsql.inputs.checks.places import first_bad, first_twice, places
from evalsql.inputs.checks.subtopics import by_subtopic
from evalsql.inputs.source import Kind, Source, named
from evalsql.sqltext import number_text
from evalsql.words import brief, more, said

UNFIT, EXPECTED = f"not {within_bounds('weight')}", f"0 or a number {BOUNDS}"


def unfit_numbers(connection: Connection, qrels: Sequence[Source]) -> Iterator[Problem]:
    """Weights that are out of bounds and probabilities that are not from 0 to 1, in columns of judgments."""
    yield from unfit(connection, "qrels", qrels, "weight", UNFIT, EXPECTED)
    bad = "not probability between 0 and 1"
    yield from unfit(connection, "qrels", qrels, "probability", bad, "a number from 0 to 1")


def unfit_weights(connection: Connection, weights: Sequence[Source]) -> Iterator[Problem]:
    """Weights below 0 or out of bounds in a table of weights."""
    yield from unfit(connection, "weights", weights, "weight", f"isfinite(weight) and {UNFIT}", EXPECTED)


def unfit(
    connection: Connection, kind: Kind, sources: Sequence[Source], column: str, bad: str, expected: str
) -> Iterator[Problem]:
    """Rows that a condition says are bad in a column, if any source has that column."""
    if not any(column in source.columns for source in sources):
        return
    for where, found, _, count in first_bad(connection, kind, sources, bad):
        text = f"{where}: {column} is {brief(found.values[column])}; {expected} was expected"
        yield Problem("error", f"unfit {column}", text + more(count, "row"), count)


def unlike_weights(connection: Connection, qrels: Sequence[Source]) -> Iterator[Problem]:
    """A column of weights that has several for one subtopic of a query, or not one for each."""
    if not by_subtopic(qrels) or not any("weight" in source.columns for source in qrels):
        return
    found = fetch_all(
        connection,
        """
        select query_id, subtopic, count(*) over () from evalsql_qrels
        where query_id is not null and subtopic is not null and isfinite(weight)
        group by query_id, subtopic having min(weight) <> max(weight)
        order by query_id asc, subtopic asc limit 1
        """,
    )
    for query, subtopic, count in found:
        one, other = fetch_all(
            connection,
            """
            select weight, file, row from evalsql_qrels where query_id = ? and subtopic = ? and isfinite(weight)
            qualify row_number() over (partition by weight order by file asc, row asc) = 1
            order by file asc, row asc limit 2
            """,
            [query, subtopic],
        )
        weights = " and ".join(
            f"{number_text(weight)} ({places(connection, 'qrels', qrels, 'file = ? and row = ?', where)})"
            for weight, *where in (one, other)
        )
        text = f"subtopic {said(subtopic)} of query {said(query)} has weights {weights}; one was expected"
        yield Problem("error", "several weights", text + more(count, "subtopic"), count)
    found = fetch_all(
        connection,
        """
        select file, row, query_id, count(*) over () from evalsql_qrels
        where
            weight is null
            and query_id in (select query_id from evalsql_qrels where weight is not null)
            -- a subtopic without a relevant document does not count
            and (subtopic is null or (query_id, subtopic) in (
                select (query_id, subtopic) from evalsql_qrels where relevance > 0 or weight is not null
            ))
        order by file asc, row asc limit 1
        """,
    )
    for file, row, query, count in found:
        where = places(connection, "qrels", qrels, "file = ? and row = ?", [file, row])
        text = f"{where}: no weight, where other judgments of query {said(query)} have one"
        yield Problem("error", "no weight", text + more(count, "row"), count)


def two_weights(connection: Connection, weights: Sequence[Source]) -> Iterator[Problem]:
    """The weight of one subtopic of a query twice in a table of weights."""
    for (query, subtopic), where, count in first_twice(connection, "weights", weights, ("query_id", "subtopic")):
        text = f"subtopic {said(subtopic)} has two weights for query {said(query)} ({where})"
        yield Problem("error", "two weights", text + more(count, "subtopic"), count)


def uncovered(connection: Connection, weights: Sequence[Source], qrels: Sequence[Source]) -> Iterator[Problem]:
    """A table of weights where judgments name no subtopics, or that lacks one with a relevant document."""
    if not by_subtopic(qrels):
        text = f"{named(weights)}: weights of subtopics were given, and the judgments name no subtopics"
        if any("iteration" in source.columns for source in qrels):
            text += '; --subtopics yes, or subtopics="yes", takes their iteration field for it'
        yield Problem("error", "weights without subtopics", text, 1)
        return
    (weighing,) = fetch_one(
        connection, "select coalesce(bool_or(weight is distinct from 0), true) from evalsql_weights"
    )
    if not weighing:
        text = f"{named(weights)}: every weight is 0, which makes every measure by subtopic 0; one above was expected"
        yield Problem("error", "nothing weighs", text, 1)
    found = fetch_all(
        connection,
        """
        select query_id, subtopic, count(*) over ()
        from (select distinct query_id, subtopic from evalsql_qrels where relevance > 0 and subtopic is not null)
        semi join evalsql_population using (query_id)
        anti join evalsql_weights using (query_id, subtopic)
        order by query_id asc, subtopic asc limit 1
        """,
    )
    for query, subtopic, count in found:
        text = (
            f"{named(weights)}: no weight of subtopic {said(subtopic)} of query {said(query)},"
            " which has relevant documents"
        )
        yield Problem("error", "subtopic without a weight", text + more(count, "subtopic"), count)
