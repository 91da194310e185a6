/*
of       = "runs and listed queries"
level    = "warning"
sentence = """
{count:listed query} without results in {several:run} (first: run {run}, query {query_id})"""
*/
select
    count(distinct query_id) as count,
    count(distinct run) as several,
    min(run) as run,
    min_by(query_id, run || ' ' || query_id) as query_id
from (select distinct run from evalsql_runs where run is not null)
cross join evalsql_listed
anti join evalsql_runs using (run, query_id)
