"""Ids of runs that are not those of the judgments, and look as if they were: 007 and 7, D1 and d1."""

from evalsql.connections import Connection, fetch_one
from evalsql.render import statements
from evalsql.sqltext import Sql

FEW = 4  # runs whose judged share is below a fourth of what it could be
LOOK = {"runs": 3, "queries": 5}  # how many are looked at first; all, where some look alike


def look_for(connection: Connection, runs: str, judged: str, sizes: str) -> None:
    """Adds to evalsql_lookalikes the documents of runs that look like judged ones; no time where many are judged."""
    few = (
        f"(select run, judged from {sizes} where {FEW} * judged < least(documents, (select count(*) from {judged}))"
        f" order by judged / documents asc, run asc"
    )
    if not fetch_one(connection, f"select exists (from {few}))")[0]:
        return
    pairs = f"(select query_id::varchar as query_id, doc_id from {judged}"
    some = f"where query_id in (select distinct query_id from {judged} order by query_id asc limit {LOOK['queries']})"
    for rows, judgments in ((f"{few} limit {LOOK['runs']})", f"{pairs} {some})"), (f"{few})", f"{pairs})")):
        select = statements.ranking("lookalikes", pass_=True, runs=runs, judged=Sql(judgments), few=Sql(rows))
        if not fetch_one(connection, f"select exists ({select})")[0]:
            return
    connection.execute(f"insert into evalsql_lookalikes {select}")


def drop_met_well(connection: Connection, judged: int) -> None:
    """Leaves in evalsql_lookalikes what `look_for` finds in whole runs, of what was found in parts of them."""
    connection.execute(
        f"""
        delete from evalsql_lookalikes
        where
            (run, change) not in
            (
                select found.run, found.change
                from (select run, change, sum(documents) as documents from evalsql_lookalikes group by all) as found
                join evalsql_run_sizes as sizes using (run)
                where {FEW} * sizes.judged < least(sizes.documents, ?) and found.documents > sizes.judged
            )
        """,
        [judged],
    )
