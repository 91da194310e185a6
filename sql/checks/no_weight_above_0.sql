/*
of       = "weights of relevant subtopics"
level    = "warning"
sentence = "{count:query} whose subtopics all weigh 0, so that measures by weight score 0 (first: {query_id})"
*/
select count(*) as count, min(query_id) as query_id
from (select query_id::varchar as query_id from evalsql_nugget_base group by query_id having max(weight) = 0)
