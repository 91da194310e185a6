/*
of       = "documents and corpus"
level    = "warning"
sentence = "{count:document} of the {whose} not in the corpus (first: {doc_id} of query {query_id})"
*/
select count(distinct doc_id) as count, min(doc_id) as doc_id, min_by(query_id, (doc_id, query_id)) as query_id
from {{ table }}
anti join evalsql_candidates using (doc_id)
where doc_id is not null
