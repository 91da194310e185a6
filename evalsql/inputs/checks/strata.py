"""Whether judgments are of a sample of a pool in strata, and the ways that their strata can be bad."""

from collections.abc import Iterator, Sequence

from evalsql.connections import Connection, fetch_all
from evalsql.errors import Problem
from evalsql.inputs.checks.places import first_bad
from evalsql.inputs.source import Source, named
from evalsql.words import more, said


def sampled(connection: Connection, qrels: Sequence[Source]) -> bool:
    """Whether some row of the judgments, which are read, has a stratum."""
    return any("stratum" in source.columns for source in qrels) and bool(
        fetch_all(connection, "select 1 from evalsql_qrels where stratum is not null limit 1")
    )


def unsampled(qrels: Sequence[Source]) -> str:
    """The end of a refusal of judgments without strata: what shows that, and what they should be."""
    columns = {column for source in qrels for column in source.columns}
    shown = "its column stratum is empty" if "stratum" in columns else "it has no column stratum"
    return (
        f"{named(qrels)} has none: {shown}, and is no TREC text of query_id 0 doc_id stratum relevance, with a"
        " relevance of -1 for what is in the pool and not judged; if another column names strata, say --columns"
        ' qrels.stratum=NAME (in Python: columns={"qrels.stratum": "NAME"})'
    )


def without_stratum(connection: Connection, qrels: Sequence[Source]) -> Iterator[Problem]:
    """Rows without a stratum among judgments that have strata, and documents in two of them."""
    if not sampled(connection, qrels):
        return
    bad = "stratum is null and query_id is not null and doc_id is not null"
    for where, _, _, count in first_bad(connection, "qrels", qrels, bad):
        text = f"a row of the judgments has no stratum, where others have one ({where}){more(count, 'row')}"
        yield Problem("error", "no stratum", text, count)
    for query, doc, one, other, count in fetch_all(
        connection,
        """
        select query_id, doc_id, min(stratum), max(stratum), count(*) over () from evalsql_qrels
        where query_id is not null and doc_id is not null
        group by query_id, doc_id having min(stratum) <> max(stratum)
        order by query_id asc, doc_id asc limit 1
        """,
    ):
        text = f"document {said(doc)} of query {said(query)} is in strata {said(one)} and {said(other)}"
        yield Problem("error", "two strata", f"{text}; one was expected{more(count, 'document')}", count)
