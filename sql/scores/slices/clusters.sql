/*
about = "The cluster that each query of a table of queries belongs to, such as its conversation."

[columns]
query_id = "the query"
cluster  = "its cluster; null of one that stands alone"
*/
select query_id, {{ column }}::varchar as cluster
from evalsql_input_queries
group by all
