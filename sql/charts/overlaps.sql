/*
name     = "overlaps"
about    = "One row per two runs, in both directions: the mean overlap of their rankings, and over how many queries."
shows    = "A heat map of the rank-biased overlaps of every two runs, as means over queries."
of       = "overlap"
tables   = { overlap = ["run", "other", "query_id", "value"] }
layout   = "cells"
heading  = "Rank-biased overlap of the runs' rankings"
subtitle = "Means over the $span queries that both runs answer"
*/
with means as (
    select run, other, avg(value order by query_id asc) as value, count(*) as queries
    from overlap
    group by all
)

select
    run as line,
    other as column,
    dense_rank() over (order by other asc) as column_place,
    value,
    queries,
    '' as mark,
    coalesce({{ decimals("value", 2) }}, '') as shown,
    0 as low,
    case when max(value) over () > 0 then max(value) over () else 1 end as high,
    'mean overlap' as legend,
    {{ span("queries") }} as span
from (from means union all select other, run, value, queries from means)
order by run asc, other asc
/*
{"and": "$heatmap", "encoding": {"tooltip": "line, column, value .4f, queries"}}
*/
