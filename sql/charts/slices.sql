/*
name     = "slices"
about    = "One row per run and slice, the best run of all queries first: its mean, geometric mean or sum on the slice."
shows    = "A heat map of what each run shows of the queries of each slice, the best run first."
of       = "evaluate(slices=...)"
tables   = { sliced = ["attribute", "slice", "run", "query_id", "metric", "value"] }
layout   = "cells"
heading  = "$metric by kind of query"
subtitle = "$means over the queries of each slice; in brackets how many"
*/
with
    given as (select attribute, slice, run, query_id, value, rowid as number from sliced where metric = $metric),
    whole as (
        select run, {{ summarized_by("$summary") | indent(8) }} as value
        from (select run, query_id, max(value) as value from given group by all)
        group by run
    ),
    slices as (
        select attribute, slice, min(number) as place, count(distinct query_id) as queries
        from given
        group by attribute, slice
    ),
    shown as (
        select attribute, slice, run, {{ summarized_by("$summary") | indent(8) }} as value
        from given
        group by attribute, slice, run
    )

select
    shown.run as line,
    {{ slice_named("shown.attribute", "shown.slice", "slices.queries") }} as column,
    {{ the_only("shown.attribute") }} as across_title,
    slices.place as column_place,
    slices.queries,
    shown.value,
    '' as mark,
    coalesce({{ decimals("shown.value", 2) }}, '') as shown,
    coalesce(min(shown.value) over (), 0) as low,
    case when max(shown.value) over () > low then max(shown.value) over () else low + 1 end as high,
    $metric as metric,
    $metric as legend,
    case $summary when 'sum' then 'Sums' when 'geometric' then 'Geometric means' else 'Means' end as means
from shown
join whole using (run)
join slices using (attribute, slice)
order by round(whole.value, 12) * $sign desc, shown.run asc, slices.place asc
/*
{"and": "$heatmap", "encoding": {"tooltip": "line, column, value .4f, queries"}}
*/
