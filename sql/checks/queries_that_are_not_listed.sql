/*
of       = "runs and listed queries"
place    = 2
level    = "warning"
sentence = "{count:query} of {several:run} not in the list of queries (first: {query_id})"
*/
select count(distinct query_id) as count, count(distinct run) as several, min(query_id) as query_id
from evalsql_runs
anti join evalsql_listed using (query_id)
where query_id is not null
