/*
of       = "gains and judgments"
place    = 2
level    = "warning"
sentence = "{count:query} of the gains without judgments (first: {query_id})"
*/
select count(distinct query_id) as count, min(query_id) as query_id
from evalsql_gains
anti join evalsql_population using (query_id)
