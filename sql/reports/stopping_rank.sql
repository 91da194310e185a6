/*
name  = "stopping_rank"
about = """
    A row a curve: the rank after which the average ideal is flat, so that looking further shows nothing (Järvelin
    and Kekäläinen, section 5); nothing where it still rises at the last rank."""
*/
with flat as (
    select metric, run, min(rank) filter (ideal = highest) as rank, max(rank) as last
    from (select *, max(ideal) over (partition by metric, run) as highest from evalsql_average)
    group by metric, run
)

select metric, nullif(max(rank), any_value(last)) as rank
from flat
group by metric
order by case metric{% for measure in measures %} when {{ measure.text }} then {{ loop.index }}{% endfor %} end asc
