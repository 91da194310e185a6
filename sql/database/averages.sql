/*
name  = "averages"
about = "One row per curve, run and point: the means over queries."
*/
select
    metric,
    run::varchar as run,
    {% for curve in curves %}
    {{- "case metric" if loop.first }} when {{ curve.text }} then {{ curve.over }}{{ " end" if loop.last }}
    {%- else %}null{% endfor %}::varchar as axis,
    point,
    avg(value order by query_id asc) as value,
    avg(ideal order by query_id asc) as ideal
from evalsql_points
group by all
