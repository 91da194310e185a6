/*
about = "The scores under each condition. It is made without rows; each condition adds its own."

[columns]
condition = "0 is all judgments, others are pools or samples"
run       = "name of the run"
query_id  = "the query"
metric    = "the measure, as text"
value     = "its value"
*/
select
    null::integer as condition,
    null::varchar as run,
    null::varchar as query_id,
    null::varchar as metric,
    null::double as value
where false
