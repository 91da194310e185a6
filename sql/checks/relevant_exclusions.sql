/*
of       = "exclusions and judgments"
level    = "warning"
sentence = "{count:document} of the exclusions judged relevant, and never found (first: {doc_id} of query {query_id})"
*/
select count(*) as count, min(query_id) as query_id, min_by(doc_id, (query_id, doc_id)) as doc_id
from (select distinct query_id, doc_id from evalsql_exclusions)
where (query_id, doc_id) in (select (query_id::varchar, doc_id) from evalsql_judgments where relevance > 0)
