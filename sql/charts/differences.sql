/*
name  = "differences"
about = """
One row per measure and query that two runs have a value for, by how far $run is above $other there, and the mean of
that. `ahead` is the one whose value is the better one, null where they are alike to 12 decimals.
"""
*/
with met as (
    select
        metric,
        query_id,
        one.value,
        two.value as other_value,
        one.value - two.value as difference
    from scores as one
    join scores as two using (metric, query_id)
    where one.run = $run and two.run = $other and one.value is not null and two.value is not null
)
select
    metric,
    asked.place as metric_place,
    $run as run,
    $other as other,
    query_id,
    row_number() over (partition by metric order by round(difference, 12) desc, query_id asc) as place,
    value,
    other_value,
    difference,
    case sign(round(difference, 12)) * asked.sign when 1 then $run when -1 then $other end as ahead,
    asked.sign < 0 as lower_is_better,
    mean_difference
from met
join asked using (metric)
join (select metric, avg(difference order by query_id asc) as mean_difference from met group by metric) using (metric)
order by metric_place asc, place asc
