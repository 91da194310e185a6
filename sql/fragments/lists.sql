{#- A quantile of a sorted list: between its members by a straight line. #}
{% macro quantile(sorted, share) -%}
list_transform(
    [{'place': 1 + (len({{ sorted }}) - 1) * ({{ share }})}],
    lambda spot: {{ sorted }}[floor(spot.place)::bigint]
    + (spot.place - floor(spot.place))
        * ({{ sorted }}[ceil(spot.place)::bigint] - {{ sorted }}[floor(spot.place)::bigint])
)[1]
{%- endmacro %}

{#-
What a run shows of the values of its queries: their mean, their sum, or the geometric mean, in which a value below
.00001 counts as that.
-#}
{%- macro summarised(summary, condition='true') -%}
{%- if summary == 'geometric' -%}
exp(avg(ln(greatest(value, 1e-5)) order by query_id asc) filter ({{ condition }}))
{%- else -%}
{{ 'sum' if summary == 'sum' else 'avg' }}(value order by query_id asc) filter ({{ condition }})
{%- endif -%}
{%- endmacro -%}

{#-
The same of each of some measures, where rows are grouped by metric. To be taken apart into columns afterwards: an
aggregate with a filter for each measure takes time and memory by the square of how many there are.
-#}
{%- macro summarised_each(measures) -%}
{%- set kinds = measures | map(attribute="summary") | unique | list -%}
{%- if kinds | length == 1 -%}
{{ summarised(kinds[0]) }}
{%- else -%}
case
    {%- for kind in kinds %}
    when metric in (
        {{- measures | selectattr("summary", "equalto", kind) | map(attribute="text") | join(", ") -}}
    )
        then {{ summarised(kind) }}
    {%- endfor %}
end
{%- endif -%}
{%- endmacro -%}

{#- The mean over runs of each of some measures, a row per query and a column per measure. -#}
{%- macro means_of_queries(measures) -%}
select
    query_id::varchar as query_id
    {%- for measure in measures %},
    any_value(case when metric = {{ measure.text }} then mean end) as "mean_{{ measure.column }}"
    {%- endfor %}
from (select query_id, metric, avg(value order by run asc) as mean from made_scores group by all)
group by all
{%- endmacro -%}
