/*
name  = "curve"
about = "A row a run, query, curve and point: the value there, and that of the ideal where the curve has one."
*/
select run, query_id, metric, point{{ "::integer" if over == "rank" }} as {{ over }}, value, ideal
from evalsql_points
where metric in ({% for measure in measures %}{{ measure.text }}{{ ", " if not loop.last }}{% endfor %})
order by
    run asc,
    case metric{% for measure in measures %} when {{ measure.text }} then {{ loop.index }}{% endfor %} end asc,
    query_id asc,
    point asc
