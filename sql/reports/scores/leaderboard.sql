/*
name  = "leaderboard"
about = """
One row per run, one column per measure, best first by the first measure: the mean over queries, or the sum where the
metric counts.
"""
*/
select
    run
    {%- for measure in measures %},
    {{ measure.summary }}(value order by query_id asc) filter (metric = {{ measure.text }}) as {{ measure.column }}
    {%- endfor %}
from scores
group by run
order by {{ measures[0].column }} {{ measures[0].order }}, run asc
