/*
about = """
One row per run, one column per measure, best first by the first measure or the one of a number, or by name: the mean
over queries, or the sum or the geometric mean where the head of the metric says so."""
*/
{%- from "fragments/summarized_each" import summarized_each with context %}
select
    run
    {%- for measure in measures %},
    any_value(case when metric = {{ measure.text }} then mean end) as {{ measure.column }}
    {%- endfor %}
from
    (
        select run, metric, {{ summarized_each(measures) | indent(8) }} as mean
        from scores
        where metric in ({{ measures | map(attribute="text") | join(", ") }})
        group by run, metric
    )
group by run
{%- set by = sort | default("0") %}
{%- set first = measures[by | int] %}
order by {% if by != "run" %}{{ first.column }} {{ first.order }}, {% endif %}run asc
