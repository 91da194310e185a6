/*
name  = "curve"
about = "One row per run, query, curve and point: the value there, and that of the ideal where the curve has one."
*/
select run, query_id, metric, point{{ "::integer" if over == "rank" }} as {{ over }}, value, ideal
from points
join asked using (metric)
order by run asc, place asc, query_id asc, point asc
