/*
about = "The queries to be scored: all that are judged, or those of a list, which takes the others out again."

[columns]
query_id = "the query"
*/
select query_id
from evalsql_known
