/*
name  = "average_curve"
about = """
One row per run, curve and point, over all queries: the mean value, the mean of the ideal, the one as a share of the
other, how far it is from it, and how far from the run that all are compared with, and which values are better.
"""
*/
select
    run,
    metric,
    point{{ "::integer" if over == "rank" }} as {{ over }},
    value,
    ideal,
    value / nullif(ideal, 0) as normalised,
    ideal - value as distance
    {%- if baseline %},
    value - baseline as difference,
    case when asked.sign < 0 then 'lower' else 'higher' end as better
    {%- endif %}
from averages
join asked using (metric)
{%- if baseline %}
left join (select metric, point, value as baseline from averages where run = {{ baseline }}) using (metric, point)
{%- endif %}
order by place asc, run asc, point asc
