/*
about = "One row per score under each order of ties. It is made without rows; the question adds them."

[columns]
ties     = "trec_eval, worst, best or average"
run      = "name of the run"
query_id = "the query"
metric   = "the measure, as text"
value    = "the score"
*/
select
    null::varchar as ties,
    null::varchar as run,
    null::varchar as query_id,
    null::varchar as metric,
    null::double as value
where false
