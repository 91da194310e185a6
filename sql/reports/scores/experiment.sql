/*
about = """
One row per run: for each measure its mean and, if there is a baseline, the p-value of the difference from that,
corrected and as it is, and on how many queries the run is better and worse."""
*/
select
    standings.run
    {%- for measure in measures %},
    any_value(case when metric = {{ measure.text }} then mean end) as {{ measure.column }}
    {%- if baseline %},
    any_value(case when metric = {{ measure.text }} then compared_with.p_corrected end) as {{ measure.p_corrected }},
    any_value(case when metric = {{ measure.text }} then compared_with.p_value end) as {{ measure.p_value }},
    any_value(case when metric = {{ measure.text }} then better_on end) as {{ measure.better_on }},
    any_value(case when metric = {{ measure.text }} then worse_on end) as {{ measure.worse_on }}
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
