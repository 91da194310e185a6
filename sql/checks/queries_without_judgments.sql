/*
of       = "runs and queries"
place    = 2
level    = "warning"
sentence = "{count:query} of {several:run} without judgments, left out (first: {query_id})"
*/
select count(distinct query_id) as count, count(distinct run) as several, min(query_id) as query_id
from evalsql_answered
where not is_judged
