/*
name  = "leaderboard"
about = """
One row per run, one column per measure, best first by the first measure or the one of a number, or by name: the mean
over queries, or the sum or the geometric mean where the head of the metric says so.
"""
*/
{%- from "fragments/summarised" import summarised with context %}
select
    run
    {%- for measure in measures %},
    {{ summarised(measure.summary, "metric = " ~ measure.text) }} as {{ measure.column }}
    {%- endfor %}
from scores
group by run
{%- set by = sort | default("0") %}
{%- set first = measures[by | int] %}
order by {% if by != "run" %}{{ first.column }} {{ first.order }}, {% endif %}run asc
