"""The ways that judgments can be bad beside their rows: two of the same document."""

from collections.abc import Iterator, Sequence

from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import Problem
from evalsql.inputs.checks.places import first_twice
from evalsql.inputs.source import Source
from evalsql.sqltext import number_text
from evalsql.words import more, plural, said


def twice_judged(connection: Connection, qrels: Sequence[Source]) -> Iterator[Problem]:
    """The same judgment twice. One document may be judged for several subtopics."""
    ids = ("query_id", "doc_id")
    for same, where, count in first_twice(connection, "qrels", qrels, (*ids, "subtopic"), ids):
        query, doc, subtopic = same
        what = f"query {said(query)}" if subtopic is None else f"subtopic {said(subtopic)} of query {said(query)}"
        text = f"document {said(doc)} is judged twice for {what} ({where})"
        levels = fetch_all(
            connection,
            """
            select relevance from evalsql_qrels where query_id = ? and doc_id = ? and subtopic is not distinct from ?
            order by file asc, row asc limit 2
            """,
            same,
        )
        one, other = (number_text(level) if level is not None else "null" for (level,) in levels)
        text += f", with relevance {one} and {other}" if one != other else ""
        yield Problem("error", "judged twice", text + more(count, "judgment"), count)


def judged_by_subtopic(connection: Connection) -> Iterator[Problem]:
    """Documents judged for several subtopics, of which metrics without subtopics take the best judgment."""
    (count,) = fetch_one(
        connection,
        """
        select count(*) from (
            select query_id, doc_id from evalsql_qrels where query_id is not null and doc_id is not null
            group by all having count(distinct subtopic) > 1
        )
        """,
    )
    if count:
        text = f"{plural(count, 'document')} judged for several subtopics"
        text += "; measures without subtopics take the best relevance of each"
        yield Problem("warning", "judged by subtopic", text, count)


def nothing_relevant(connection: Connection, judgments: str) -> Iterator[Problem]:
    """Queries to be scored of which no document is judged relevant."""
    count, first = fetch_one(
        connection,
        f"""
        select count(*), min(query_id) from evalsql_population
        anti join (select query_id from {judgments} where coalesce(relevance > 0, true)) using (query_id)
        """,
    )
    if count:
        text = f"{plural(count, 'query')} without a document that is judged relevant, which most measures score 0"
        yield Problem("warning", "nothing relevant", f"{text} (first: {said(first)})", count)
