/*
name  = "forest"
about = """
One row per measure and two runs that were compared, the largest difference first: the difference of their means, its
interval, and whether it is significant once corrected, by the first test.
"""
*/
with told as (
    select row_number() over () as line, comparisons.* from comparisons
)
select
    metric,
    metric_place,
    run,
    other,
    row_number() over (partition by metric order by round(difference, 12) desc, line asc) as place,
    queries,
    difference,
    lower,
    upper,
    p_corrected,
    significant,
    case when not significant then 'neither' when (difference > 0) = (better = 'higher') then 'run' else 'other' end
        as beats,
    better
from told
join (select metric, min(line) as metric_place, arg_min(test, line) as test from told group by metric)
    using (metric, test)
order by metric_place asc, place asc
