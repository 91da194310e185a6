/*
from  = "scores"
about = "One row per measure and run, best first: its mean over queries, or the sum where the measure counts."

[columns]
metric  = "the measure"
run     = "name of the run"
place   = "position of the run by the measure, from 1; runs whose values are the same to 12 decimals stand by name"
value   = "mean of the measure over queries, the sum of a count, or the geometric mean: as table measures says"
queries = "how many queries the run has a value for"
*/
select
    metric,
    run::varchar as run,
    row_number() over (partition by metric order by round(value * sign, 12) desc nulls last, run asc)::integer as place,
    value,
    queries::integer as queries
from
    (
        select
            scores.metric,
            scores.run collate "binary" as run,
            case when direction = 'lower' then -1 else 1 end as sign,
            measures.place as asked_place,
            {{ summarized_by("any_value(summary)", query='query_id collate "binary"') | indent(12) }} as value,
            count(value) as queries
        from scores
        join measures on measures.metric = scores.metric
        group by all
    )
order by asked_place asc, place asc
