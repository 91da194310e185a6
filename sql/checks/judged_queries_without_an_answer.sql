/*
of       = "runs and queries"
place    = 3
level    = "warning"
sentence = """
{count:run/query pair} of {several:run} {count:has|have} no results{effect} (first: run {run}, query {query_id})"""
*/
select
    count(*) as count,
    count(distinct run) as several,
    min(run) as run,
    min_by(query_id, run || ' ' || query_id) as query_id
from (select distinct run from evalsql_answered)
cross join evalsql_population
anti join evalsql_answered using (run, query_id)
