/*
about = "The queries of a list, which runs should answer."

[columns]
query_id = "the query"
*/
select distinct unnest(?::varchar[]) as query_id
