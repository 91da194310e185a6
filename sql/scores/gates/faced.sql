/*
about = """
One row per measure and slice of the queries, and one of all queries: what the new run and the baseline score on the
queries that both have a value for, in the order of the queries. Of a measure that is summarized by the geometric mean,
values and gains are logarithms, and losses are not."""

[columns]
number        = "1, 2, 3, ..., in the order of the measures and slices"
metric        = "the measure"
attribute     = "what the queries are sliced by; null of all queries"
slice         = "the slice; null of all queries"
met           = "of each query both have a value for: query_id, new, old, gain (above 0 is better) and loss"
new_only      = "how many queries only the new run has a value for"
baseline_only = "how many queries only the baseline has a value for"
*/
with
sides as (
    select
        metric,
        query_id,
        max(value) filter (run = 'new') as new,
        max(value) filter (run = 'baseline') as old
    from compared
    group by metric, query_id
),

gains as (
    select
        metric,
        query_id,
        new,
        old,
        place,
        sign,
        logs,
        case when abs(new - old) <= 1e-14 * greatest(abs(new), abs(old)) then 0 else sign * (new - old) end as gain,
        case
            when abs(new - old) <= 1e-14 * greatest(abs(new), abs(old)) then 0
            when logs then sign * (exp(old) - exp(new))
            else sign * (old - new)
        end as loss
    from sides
    join asked using (metric)
),

parts as (
    select
        null::varchar as attribute,
        0 as attribute_place,
        null::varchar as slice,
        0 as slice_place,
        query_id
    from (select distinct query_id from sides)
    {%- if slices %}
    union all
    select attribute, attribute_place, slice, place, query_id from slices
    {%- endif %}
)

select
    row_number() over (order by place asc, attribute_place asc, slice_place asc)::integer as number,
    metric,
    attribute,
    slice,
    sign,
    logs,
    coalesce(
        list({'query_id': query_id, 'new': new, 'old': old, 'gain': gain, 'loss': loss} order by query_id asc)
        filter (new is not null and old is not null),
        []
    ) as met,
    count(*) filter (old is null) as new_only,
    count(*) filter (new is null) as baseline_only
from parts
join gains using (query_id)
group by metric, place, sign, logs, attribute, attribute_place, slice, slice_place
