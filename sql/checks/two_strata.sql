/*
of       = "qrels"
place    = 2
column   = "stratum"
sentence = "document {doc_id} of query {query_id} is in strata {one} and {other}; one was expected{more:document}"
*/
select query_id, doc_id, min(stratum) as one, max(stratum) as other, count(*) over () as count
from evalsql_qrels
where query_id is not null and doc_id is not null
group by query_id, doc_id
having min(stratum) <> max(stratum)
order by query_id asc, doc_id asc
limit 1
