/*
of       = "gains of relevant documents"
level    = "warning"
sentence = "{count:query} whose relevant documents all gain 0, so that measures by gain score 0 (first: {query_id})"
*/
select count(*) as count, min(query_id) as query_id
from (select query_id::varchar as query_id from evalsql_recall_base group by query_id having max(gain) = 0)
