/*
name  = "stopping_rank"
about = "A row a curve: the rank after which the average ideal is flat, so that looking further shows nothing (Järvelin and Kekäläinen, section 5); nothing where it still rises at the last rank."
*/
select metric, nullif(min(rank) filter (ideal = highest), max(rank)) as rank
from (select metric, rank, ideal, max(ideal) over (partition by metric) as highest from evalsql_average)
group by metric
order by case metric{% for measure in measures %} when {{ measure.text }} then {{ loop.index }}{% endfor %} end asc
