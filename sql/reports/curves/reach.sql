/*
name  = "reach"
about = """
One row per run and curve: the first rank at which the average curve reaches a value, but for a part in 10^12; nothing
where it never does; and by how many percent that is more than the run compared with takes (Järvelin and Kekäläinen,
section 4).
"""
*/
with reached as (
    select metric, run, min(point::integer) filter (value >= {{ target }} * (1 - 1e-12)) as rank
    from averages
    group by all
)

select metric, run, rank{% if baseline %}, 100 * (rank - baseline) / baseline as percent{% endif %}
from reached
join asked using (metric)
{%- if baseline %}
left join (select metric, rank as baseline from reached where run = {{ baseline }}) using (metric)
{%- endif %}
order by place asc, rank asc nulls last, run asc
