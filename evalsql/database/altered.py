"""Whether a database still holds what its scores were computed from, by which runs that are added are scored.

It goes by counts, which cost little: two judgments of a query that change places, a gain, or a score that is another
number now are not seen.
"""

import os
from pathlib import Path

from evalsql.connections import Connection, fetch_all
from evalsql.database.evaluations import OF_JUDGMENTS
from evalsql.database.layouts import names, table
from evalsql.errors import InputError
from evalsql.outputs.noted import measured
from evalsql.words import said


def refuse_altered(connection: Connection, path: Path, *, linked: bool) -> None:
    """Refuses a database whose judgments or scores somebody has changed; the old scores would stand beside others.

    Args:
        connection: where it is open as evalsql_kept.
        path: its file.
        linked: whether its runs and judgments stay in their files.

    Raises:
        InputError: they have been changed.
    """
    what = changed_file(connection) if linked else changed_judgments(connection)
    if what := what or changed_scores(connection):
        raise InputError(f"{path}: {what}; compute all scores anew with 'evalsql build --upgrade {path}'")


def changed_file(connection: Connection) -> str | None:
    """The first of its files that has changed: judgments by their hash; runs, which may be large, by their size."""
    sources = fetch_all(
        connection,
        f"select kind, path, bytes, sha256 from {table(connection, 'evalsql_sources')} where bytes is not null"
        " order by kind asc, path asc",
    )
    for kind, file, size, digest in sources:
        if not os.path.exists(file):
            continue  # which is refused where it is read
        same = measured(file)[2] == digest if kind in OF_JUDGMENTS else os.path.getsize(file) == size
        if not same:
            return f"{file} has changed since its scores were computed"
    return None


def changed_judgments(connection: Connection) -> str | None:
    """The first query whose judgments are not those that query_summary was made of."""
    found = fetch_all(
        connection,
        f"""
        select query_id
        from
            (
                select
                    query_id::varchar as query_id,
                    count(distinct doc_id) as judged,
                    count(distinct doc_id) filter (relevance > 0) as relevant,
                    max(relevance) as highest_relevance
                from {table(connection, "qrels")}
                group by all
            ) as now
        full join {table(connection, "query_summary")} as was using (query_id)
        where (now.judged, now.relevant, now.highest_relevance)
            is distinct from (was.judged, was.relevant, was.highest_relevance)
        order by query_id asc
        limit 1
        """,
    )
    return next((f"the judgments of query {said(query)} in its table qrels have changed" for (query,) in found), None)


def changed_scores(connection: Connection) -> str | None:
    """The first run that has not one score by each measure for each query."""
    if "topics" not in names(connection):
        return None
    found = fetch_all(
        connection,
        f"""
        select run
        from (select run::varchar as run, count(*) as scores from {table(connection, "scores")} group by all)
        full join (select run::varchar as run, count(*) as queries from {table(connection, "topics")} group by all)
            using (run)
        cross join (select count(*) as measures from {table(connection, "measures")})
        where scores is distinct from queries * measures
        order by run asc
        limit 1
        """,
    )
    return next((f"the scores of run {said(run)} in its table scores have changed" for (run,) in found), None)
