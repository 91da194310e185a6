"""Checks that a database still holds the inputs of its scores, which also score added runs.

Files go by their hashes; tables by counts, which cost little: two judgments of a query that change places, a gain, or a
score that is another number now are not seen.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.database.meta import OF_JUDGMENTS
from evalsql.database.reading import facts, linked_files, names, sources, table
from evalsql.errors import Problem
from evalsql.files.history import measured
from evalsql.words import said


def changed_inputs(connection: Connection, path: Path, *, linked: bool, outside: bool = False) -> str | None:
    """The inputs of the scores that have changed: tables or, if linked, files."""
    if linked:
        return changed_file(connection, sources(connection) if outside else linked_files(connection, path))
    return changed_judgments(connection) if "qrels" in names(connection) else None


def doubted(connection: Connection, path: Path) -> list[Problem]:
    """Warns of scores that are shown though what they were computed from has changed."""
    what = changed_inputs(connection, path, linked=facts(connection, path).get("linked") == "true")
    text = f"{path}: {what}; rebuild it"
    return [Problem("warning", "changed inputs", text)] if what else []


def changed_file(connection: Connection, files: Sequence[str]) -> str | None:
    """The first of these that has changed: judgments by hash, runs only if written to since or of another size."""
    made = "select coalesce(max(epoch(try_cast(value as timestamp))), 0) from {} where key = 'created'"
    (created,) = fetch_one(connection, made.format(table(connection, "evalsql_meta")))
    noted = fetch_all(
        connection,
        f"select kind, path, bytes, sha256 from {table(connection, 'evalsql_sources')} where list_contains(?, path)"
        " order by kind asc, path asc",
        [files],
    )
    for kind, file, size, digest in noted:
        if size is None or not os.path.isfile(file):
            continue  # rejected when it is read
        now = os.stat(file)
        late = max(now.st_mtime, now.st_ctime) >= created
        if now.st_size != size or ((kind in OF_JUDGMENTS or late) and measured(file)[2] != digest):
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
    for (query,) in found:
        return f"the judgments of query {said(query)} in its table qrels have changed since its scores were computed"
    return None


def changed_scores(connection: Connection) -> str | None:
    """The first run that is missing from a table of runs, or lacks a score by some measure for some query."""
    runs = "(select distinct run::varchar as run from {})"
    scored, listed = (runs.format(table(connection, name)) for name in ("scores", "run_summary"))
    apart = f"(from {scored} except from {listed}) union (from {listed} except from {scored}) order by run asc limit 1"
    for (run,) in fetch_all(connection, apart):
        return f"its tables scores and run_summary do not have the same runs (first: {said(run)})"
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
