/*
about = """
One row per attribute, slice, run, curve and point: what reports/curves/average_curve says, over the queries of the
slice. Slices of fewer than 10 queries are said to be small."""
*/
with
    averaged as (
        select
            attribute, attribute_place, slice, slices.place as slice_place, queries, metric, asked.place, sign, run,
            point,
            avg(value order by query_id asc) as value,
            avg(ideal order by query_id asc) as ideal
        from points
        join asked using (metric)
        join slices using (query_id)
        group by all
    )
select
    attribute,
    slice,
    queries,
    queries < 10 as small,
    run,
    metric,
    point{{ "::integer" if over == "rank" }} as {{ over }},
    value,
    ideal,
    value / nullif(ideal, 0) as normalised,
    ideal - value as distance
    {%- if baseline %},
    value - baseline as difference,
    case when sign < 0 then 'lower' else 'higher' end as better
    {%- endif %}
from averaged
{%- if baseline %}
left join
    (select attribute, slice, metric, point, value as baseline from averaged where run = {{ baseline }})
    using (attribute, slice, metric, point)
{%- endif %}
order by attribute_place asc, slice_place asc, place asc, run asc, point asc
