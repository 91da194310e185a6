/*
about = """
One row per attribute, slice and run, and one column per measure: what a run shows of the queries of the slice, as a
leaderboard does of all. Runs are best first by the first measure or the one of a number, or by name. Slices of fewer
than 10 queries are said to be small."""
*/
{%- from "fragments/summarized_each" import summarized_each with context %}
select
    attribute,
    slice,
    queries,
    queries < 10 as small,
    run
    {%- for measure in measures %},
    any_value(case when metric = {{ measure.text }} then mean end) as {{ measure.column }}
    {%- endfor %}
from
    (
        select
            attribute,
            attribute_place,
            slice,
            place,
            queries,
            run,
            metric,
            {{ summarized_each(measures) | indent(12) }} as mean
        from scores
        join slices using (query_id)
        where metric in ({{ measures | map(attribute="text") | join(", ") }})
        group by attribute, attribute_place, slice, place, queries, run, metric
    )
group by attribute, attribute_place, slice, place, queries, run
{%- set by = sort | default("0") %}
{%- set first = measures[by | int] %}
order by attribute_place asc, place asc, {% if by != "run" %}{{ first.column }} {{ first.order }}, {% endif %}run asc
