/*
about = "One row per run, query and measure. It is made without rows; the frame of each measure adds its own."

[columns]
run      = "name of the run"
query_id = "the query"
metric   = "the measure, as text"
value    = "its value, or null"
*/
select null::varchar as run, null::varchar as query_id, null::varchar as metric, null::double as value
where false
