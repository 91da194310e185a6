/*
of       = "weights and judgments"
place    = 2
sentence = "{files}: no weight of subtopic {subtopic} of query {query_id}, which has relevant documents{more:subtopic}"
*/
select query_id, subtopic, count(*) over () as count
from (select distinct query_id, subtopic from evalsql_qrels where relevance > 0 and subtopic is not null)
semi join evalsql_population using (query_id)
anti join evalsql_weights using (query_id, subtopic)
order by query_id asc, subtopic asc
limit 1
