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
    {{ summarised(measure.summary, "metric = " ~ measure.text) }} as "{{ measure.column }}"
    {%- endfor %}
from scores
group by scores.run
order by "{{ measures[0].column }}" {{ measures[0].order }} nulls last, scores.run asc
