/*
of       = "costs"
place    = 2
kind     = "two costs"
sentence = "document {doc_id} has a cost for every query, and one for a query alone ({where}){more:document}"
*/
select doc_id, count(*) over () as count, {{ first_places() }} as places
from evalsql_costs
where doc_id is not null
group by doc_id
having count(query_id) between 1 and count(*) - 1
order by doc_id asc
limit 1
