/*
about = "One row per query that a run answers, of all passes. It is made without rows; each pass adds its own."

[columns]
run       = "name of the run"
query_id  = "the query"
is_judged = "whether it is"
*/
select null::varchar as run, null::varchar as query_id, null::boolean as is_judged
where false
