/*
about = "The text of each query that has one. It is made without rows where a table of queries says none."

[columns]
query_id = "the query"
text     = "its text"
*/
select query_id, {{ "min(text)" if text else "null::varchar" }} as text
from evalsql_input_queries
where {{ "text is not null" if text else "false" }}
group by query_id
