/*
of       = "relevant documents"
level    = "warning"
sentence = "{count:query} without a document that is judged relevant, which most measures score 0 (first: {query_id})"
*/
select count(*) as count, min(query_id) as query_id
from evalsql_population
anti join (select query_id from {{ judgments }} where coalesce(relevance > 0, true)) using (query_id)
