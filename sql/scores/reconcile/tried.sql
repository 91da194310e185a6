/*
about = "One row per query of each variant of the inputs, and measure. Made without rows; who reconciles adds them."

[columns]
variant  = "number of the variant, as in variants; below 0 of a ranking that conventions alone have"
query_id = "the query"
metric   = "the measure, as text"
value    = "its value"
*/
select null::integer as variant, null::varchar as query_id, null::varchar as metric, null::double as value
where false
