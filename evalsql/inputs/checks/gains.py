"""The ways that gains can be bad or doubtful, in a table of their own or in a column of the judgments."""

from collections.abc import Iterator, Sequence

from evalsql.catalog.gains import GAINS_RULE, LARGEST, within_bounds
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import Problem
from evalsql.inputs.checks.places import first_bad, first_twice
from evalsql.inputs.source import Kind, Source, named
from evalsql.sqltext import number_text
from evalsql.words import brief, more, plural, said

# a relevance may gain itself in any measure, and one below 0 gains nothing
FIT_RELEVANCE = within_bounds("relevance", -LARGEST)


def two_gains(connection: Connection, gains: Sequence[Source]) -> Iterator[Problem]:
    """The gain of one relevance of a query twice."""
    columns = ("query_id", "relevance")
    for (query, relevance), where, count in first_twice(connection, "gains", gains, columns, columns[:1]):
        text = f"relevance {number_text(relevance)} has two gains for query {said(query)} ({where})"
        yield Problem("error", "two gains", text + more(count, "relevance"), count)


def unfit_gains(connection: Connection, kind: Kind, sources: Sequence[Source]) -> Iterator[Problem]:
    """Gains that are no number or below 0, and gains of a relevance of 0 or less."""
    bad = f"not {within_bounds('gain')} or (gain <> 0 and relevance <= 0 and isfinite(relevance))"
    if kind == "gains":  # of judgments, others look at the relevance
        bad += " or not coalesce(isfinite(relevance), false)"
    for where, found, _, count in first_bad(connection, kind, sources, bad):
        text = (
            f"{where}: gain is {brief(found.values.get('gain'))} and relevance"
            f" {brief(found.values.get('relevance'))}; {GAINS_RULE}"
        )
        yield Problem("error", "unfit gain", text + more(count, "row"), count)


def nothing_gains(connection: Connection, gains: Sequence[Source]) -> Iterator[Problem]:
    """A table of gains all of which are 0, where no relevance above 0 is left that gains itself."""
    (gaining,) = fetch_one(
        connection,
        """
        select
            coalesce((select bool_or(gain is distinct from 0) from evalsql_gains), true)
            or exists (
                from (select query_id, relevance from evalsql_qrels where relevance > 0 and gain is distinct from 0)
                semi join evalsql_population using (query_id)
                anti join evalsql_gains using (query_id, relevance)
            )
        """,
    )
    if not gaining:
        text = f"{named(gains)}: every gain is 0, which makes every measure by gains 0; one above was expected"
        yield Problem("error", "nothing gains", text, 1)


def doubtful_gains(connection: Connection) -> Iterator[Problem]:
    """Queries of a table of gains that are not judged, and levels of judged queries that it does not name."""
    unknown, first = fetch_one(
        connection,
        "select count(distinct query_id), min(query_id) from evalsql_gains"
        " anti join evalsql_population using (query_id)",
    )
    if unknown:
        text = f"{plural(unknown, 'query')} of the gains without judgments (first: {said(first)})"
        yield Problem("warning", "gains without judgments", text, unknown)
    unnamed = fetch_all(
        connection,
        """
        select query_id, relevance, count(*) over () from
            (select distinct query_id, relevance from evalsql_qrels where relevance > 0 and gain is null)
        semi join evalsql_population using (query_id)
        anti join evalsql_gains using (query_id, relevance)
        order by query_id asc, relevance asc limit 1
        """,
    )
    for query, level, count in unnamed:
        text = f"the gains do not name relevance {number_text(level)} of query {said(query)}, which gains itself"
        yield Problem("warning", "relevance without a gain", text + more(count, "relevance"), count)


def worth_nothing(connection: Connection, base: str, worth: str, what: str) -> Iterator[Problem]:
    """Count the queries whose relevant documents, in evalsql_recall_base or evalsql_nugget_base, are all worth 0."""
    nothing = f"select query_id::varchar as query_id from {base} group by query_id having max({worth}) = 0"
    count, first = fetch_one(connection, f"select count(*), min(query_id) from ({nothing})")
    if count:
        text = f"{plural(count, 'query')} whose {what} 0, so that measures by {worth} score 0 (first: {said(first)})"
        yield Problem("warning", f"no {worth} above 0", text, count)
