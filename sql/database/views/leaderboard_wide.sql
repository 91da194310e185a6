/*
name  = "leaderboard_wide"
from  = "scores"
about = """
One row per run and one column per measure, best first by the first measure; table measures says which column is which
measure.
"""

[columns]
run = "name of the run"
*/
select
    run::varchar as run
    {%- for measure in measures %},
    any_value(case when metric = {{ measure.text }} then mean end) as "{{ measure.column }}"
    {%- endfor %}
from
    (
        select run, metric, {{ summarised_each(measures) | indent(8) }} as mean
        from scores
        group by scores.run, scores.metric
    ) as summaries
group by summaries.run
order by "{{ measures[0].column }}" {{ measures[0].order }} nulls last, summaries.run asc
