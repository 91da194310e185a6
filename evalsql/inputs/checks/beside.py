"""What is wrong or doubtful about runs beside the judgments: queries that one of them has alone, no judged document."""

from collections.abc import Iterator

from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import Problem
from evalsql.inputs.checks.lookalikes import queries_alike
from evalsql.render import statements
from evalsql.words import plural, said, some


def queries_of(connection: Connection, effect: str = "", lost: str = "(null)") -> Iterator[Problem]:
    """Runs that share no query with the judgments, queries without judgments, and judged queries without an answer."""
    (judged,) = fetch_one(connection, "select list_sort(list(distinct query_id))[:3] from evalsql_population")
    for run, queries in fetch_all(
        connection,
        f"""
        select run, list_sort(list(query_id))[:3] from evalsql_answered
        group by run having not bool_or(is_judged) and not coalesce(run in {lost}, false) order by run asc
        """,
    ):
        yield Problem(
            "error",
            "no query in common",
            f"run {said(run)} and the judgments have no query in common: the run has {some(queries)}, "
            f"the judgments {some(judged or [])}{in_common(connection, run)}",
            1,
        )
    queries, runs, first = fetch_one(
        connection,
        "select count(distinct query_id), count(distinct run), min(query_id) from evalsql_answered where not is_judged",
    )
    if queries:
        text = f"{plural(queries, 'query')} of {plural(runs, 'run')} without judgments, left out"
        yield Problem("warning", "queries without judgments", f"{text} (first: {said(first)})", queries)
    count, runs, query, run = fetch_one(
        connection,
        """
        select count(*), count(distinct run), min_by(query_id, run || ' ' || query_id), min(run)
        from (select distinct run from evalsql_answered) cross join evalsql_population
        anti join evalsql_answered using (run, query_id)
        """,
    )
    if count:
        pairs = f"{plural(count, 'run/query pair')} of {plural(runs, 'run')}"
        text = f"{pairs} {'has' if count == 1 else 'have'} no results{effect}"
        yield Problem(
            "warning",
            "judged queries without an answer",
            f"{text} (first: run {said(run)}, query {said(query)})",
            count,
        )
    if queries and count:
        yield from queries_alike(connection)


def in_common(connection: Connection, run: str) -> str:
    """What would give a run queries in common with the judgments, as the end of a sentence."""
    found = fetch_all(
        connection,
        f"""
        select count(distinct judged_as), change from ({statements.ranking("queries_alike")})
        where run = ? group by change order by all desc limit 1
        """,
        [run],
    )
    return "".join(
        f"; {plural(count, 'query')} would be in both if ids were compared {change}" for count, change in found
    )


def unjudged_runs(connection: Connection, judged: str, chosen: bool = False) -> Iterator[Problem]:
    """Runs without a single judged document, which often means that the ids are written in another way."""
    count, run = fetch_one(
        connection,
        f"""
        select count(*), min(run) from (select distinct run from evalsql_answered where is_judged)
        anti join (select distinct run from {judged}) using (run)
        """,
    )
    if count:
        why = " among those that count" if chosen else "; are the doc_ids those of the judgments?"
        text = f"{plural(count, 'run')} without a single judged document{why} (first: {said(run)})"
        yield Problem("warning", "run without judged documents", text, count)
