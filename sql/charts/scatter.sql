/*
name  = "scatter"
about = """
One row per measure and query that two runs have a value for: that of $run and that of $other. `ahead` is the one whose
value is the better one, null where they are alike to 12 decimals; `apart` is 1 where they are farthest apart. Of
queries with the same two values, to 12 decimals, there is the first alone, and `alike` says how many they are.
"""
*/
select
    metric,
    asked.place as metric_place,
    $run as run,
    $other as other,
    query_id,
    one.value,
    two.value as other_value,
    case sign(round(one.value - two.value, 12)) * asked.sign when 1 then $run when -1 then $other end as ahead,
    row_number() over (
        partition by metric
        order by round(abs(one.value - two.value), 12) desc, query_id asc
    ) as apart,
    count(*) over (partition by metric, round(one.value, 12), round(two.value, 12)) as alike,
    asked.sign < 0 as lower_is_better
from scores as one
join scores as two using (metric, query_id)
join asked using (metric)
where one.run = $run and two.run = $other and one.value is not null and two.value is not null
qualify row_number() over (partition by metric, round(one.value, 12), round(two.value, 12) order by query_id asc) = 1
order by metric_place asc, query_id asc
