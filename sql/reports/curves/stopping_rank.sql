/*
name  = "stopping_rank"
about = """
One row per curve: the rank after which the average ideal is flat, so that looking further shows nothing (Järvelin and
Kekäläinen, section 5); nothing if it still rises at the last rank.
"""
*/
with flat as (
    select metric, run, min(point::integer) filter (ideal = highest) as rank, max(point::integer) as last
    from (select *, max(ideal) over (partition by metric, run) as highest from averages)
    group by metric, run
)

select metric, nullif(max(rank), any_value(last)) as rank
from flat
join asked using (metric)
group by metric, place
order by place asc
