/*
about = "The queries that are judged."

[columns]
query_id = "the query"
*/
select distinct query_id
from evalsql_qrels
where query_id is not null
