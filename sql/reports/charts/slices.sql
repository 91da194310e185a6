/*
name  = "slices"
about = """
One row per run and slice of the queries, by the measure $metric, the best run of all queries first: what the run shows
of the queries of the slice, by $summary: mean, geometric or sum. Higher values are better where $sign is 1.
"""
*/
with
    given as (select attribute, slice, run, query_id, value, rowid as number from sliced where metric = $metric),
    whole as (
        select run, {{ summarised_by("$summary") | indent(8) }} as value
        from (select run, query_id, max(value) as value from given group by all)
        group by run
    ),
    slices as (
        select attribute, slice, min(number) as place, count(distinct query_id) as queries
        from given
        group by attribute, slice
    ),
    shown as (
        select attribute, slice, run, {{ summarised_by("$summary") | indent(8) }} as value
        from given
        group by attribute, slice, run
    )

select shown.attribute, shown.slice, slices.queries, shown.run, shown.value, whole.value as whole
from shown
join whole using (run)
join slices using (attribute, slice)
order by round(whole.value, 12) * $sign desc, shown.run asc, slices.place asc
