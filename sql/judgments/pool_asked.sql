/*
about = "One row per measure, in the order asked. It is made without rows; who asks adds them."

[columns]
metric   = "the measure, as text"
place    = "1, 2, 3, ..."
sign     = "-1 if a lower value is better, else 1"
residual = "the measure's residual, as text; null if it has none"
summary  = "what a run shows of its values: mean, sum or geometric (mean)"
*/
select
    null::varchar as metric,
    null::integer as place,
    null::integer as sign,
    null::varchar as residual,
    null::varchar as summary
where false
