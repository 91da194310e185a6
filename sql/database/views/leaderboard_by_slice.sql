/*
from   = "scores"
slices = true
about  = """
One row per measure, attribute, slice and run, best first: what leaderboard says, over the queries of the slice. Only in
a database that was built with --slices."""

[columns]
metric    = "the measure"
attribute = "the attribute"
slice     = "the slice"
run       = "name of the run"
place     = "position of the run in the slice by the measure, from 1"
value     = "mean of the measure over the queries of the slice, or what else view leaderboard shows"
queries   = "for how many queries of the slice the run has a value"
small     = "whether the slice has fewer than 10 queries, which say little"
*/
select
    metric,
    attribute,
    slice,
    run::varchar as run,
    row_number() over (
        partition by metric, attribute, slice order by round(value * sign, 12) desc nulls last, run asc
    )::integer as place,
    value,
    queries::integer as queries,
    size < 10 as small
from
    (
        select
            scores.metric,
            attribute collate "binary" as attribute,
            attribute_place,
            slice collate "binary" as slice,
            sliced.place as slice_place,
            size,
            scores.run collate "binary" as run,
            case when direction = 'lower' then -1 else 1 end as sign,
            measures.place as asked_place,
            {{ summarized_by("any_value(summary)", query='scores.query_id collate "binary"') | indent(12) }} as value,
            count(value) as queries
        from scores
        join measures on measures.metric = scores.metric
        join
            (
                select *, count(*) over (partition by attribute collate "binary", slice collate "binary") as size
                from slices
            ) as sliced
            on sliced.query_id collate "binary" = scores.query_id
        group by all
    )
order by asked_place asc, attribute_place asc, slice_place asc, place asc
