/*
about = "One row per run, query, curve and point. It is made without rows; the frame of each curve adds its own."

[columns]
run      = "name of the run"
query_id = "the query"
metric   = "the curve, as text"
point    = "the rank, the recall or the p"
value    = "the curve's value there"
ideal    = "that of the ideal ranking; null if the curve has none"
*/
select
    null::varchar as run,
    null::varchar as query_id,
    null::varchar as metric,
    null::double as point,
    null::double as value,
    null::double as ideal
where false
