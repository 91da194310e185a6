/*
name  = "average_curve"
about = """
    A row a run, curve and point, over all queries: the mean value (equation 3 of Järvelin and Kekäläinen), the mean
    of the ideal, the one as a share of the other, how far it is from it, and how far from the run that all are
    compared with."""
*/
with averages as (
    select
        run,
        metric,
        point,
        avg(value order by query_id asc) as value,
        avg(ideal order by query_id asc) as ideal
    from evalsql_points
    where metric in ({% for measure in measures %}{{ measure.text }}{{ ", " if not loop.last }}{% endfor %})
    group by all
)

select
    run,
    metric,
    point{{ "::integer" if over == "rank" }} as {{ over }},
    value,
    ideal,
    value / nullif(ideal, 0) as normalised,
    ideal - value as distance
    {%- if baseline %},
    value - baseline as difference
    {%- endif %}
from averages
{%- if baseline %}
left join (select metric, point, value as baseline from averages where run = {{ baseline }}) using (metric, point)
{%- endif %}
order by
    case metric{% for measure in measures %} when {{ measure.text }} then {{ loop.index }}{% endfor %} end asc,
    run asc,
    point asc
