/*
name  = "leaderboard"
about = """
One row per run, one column per measure, best first by the first measure or the one of a number, or by name: the mean
over queries, or the sum where the metric counts.
"""
*/
select
    run
    {%- for measure in measures %},
    {{ measure.summary }}(value order by query_id asc) filter (metric = {{ measure.text }}) as {{ measure.column }}
    {%- endfor %}
from scores
group by run
{%- set by = sort | default("0") %}
{%- set first = measures[by | int] %}
order by {% if by != "run" %}{{ first.column }} {{ first.order }}, {% endif %}run asc
