/*
name  = "experiment"
about = """
One row per run: for each measure its mean and, where there is a baseline, the p-value of the difference from that,
corrected and as it is, and on how many queries the run is better and worse.
"""
*/
select
    standings.run
    {%- for measure in measures %},
    any_value(mean) filter (metric = {{ measure.text }}) as {{ measure.column }}
    {%- if baseline %},
    any_value(compared_with.p_corrected) filter (metric = {{ measure.text }}) as {{ measure.p_corrected }},
    any_value(compared_with.p_value) filter (metric = {{ measure.text }}) as {{ measure.p_value }},
    any_value(better_on) filter (metric = {{ measure.text }}) as {{ measure.better_on }},
    any_value(worse_on) filter (metric = {{ measure.text }}) as {{ measure.worse_on }}
    {%- endif %}
    {%- endfor %}
from standings
join asked using (metric)
{%- if baseline %}
left join
    (
        select
            metric,
            run,
            p_value,
            p_corrected,
            case when better = 'lower' then losses else wins end as better_on,
            case when better = 'lower' then wins else losses end as worse_on
        from evalsql_comparisons
    ) as compared_with using (metric, run)
{%- endif %}
group by standings.run
order by min(standings.place) filter (asked.place = 1) asc nulls last, standings.run asc
