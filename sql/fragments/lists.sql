{#- A quantile of a sorted list: between its members by a straight line. #}
{% macro quantile(sorted, share) -%}
list_transform(
    [{'place': 1 + (len({{ sorted }}) - 1) * ({{ share }})}],
    lambda spot: {{ sorted }}[floor(spot.place)::bigint]
    + (spot.place - floor(spot.place))
        * ({{ sorted }}[ceil(spot.place)::bigint] - {{ sorted }}[floor(spot.place)::bigint])
)[1]
{%- endmacro %}

{#- What a geometric mean averages: the logarithm, of .00001 if a value is below that; null is left out. -#}
{%- macro log_of(value) -%}
ln(case when {{ value }} < 1e-5 then 1e-5 else {{ value }} end)
{%- endmacro -%}

{#- What a run shows of the values of its queries: their mean, their sum, or the geometric mean. -#}
{%- macro summarized(summary, condition='true', value='value', query='query_id') -%}
{%- if summary == 'geometric' -%}
exp(avg({{ log_of(value) }} order by {{ query }} asc) filter ({{ condition }}))
{%- else -%}
{{ 'sum' if summary == 'sum' else 'avg' }}({{ value }} order by {{ query }} asc) filter ({{ condition }})
{%- endif -%}
{%- endmacro -%}

{#- The same where a column, or what else SQL can say, has which of the three it is. -#}
{%- macro summarized_by(summary, value='value', query='query_id') -%}
case {{ summary }}
    when 'sum' then {{ summarized('sum', value=value, query=query) }}
    when 'geometric' then {{ summarized('geometric', value=value, query=query) }}
    else {{ summarized('mean', value=value, query=query) }}
end
{%- endmacro -%}

{#-
The same of each of some measures, where rows are grouped by metric. To be taken apart into columns afterwards: an
aggregate with a filter for each measure takes time and memory by the square of how many there are.
-#}
{%- macro summarized_each(measures) -%}
{%- set kinds = measures | map(attribute="summary") | unique | list -%}
{%- if kinds | length == 1 -%}
{{ summarized(kinds[0]) }}
{%- else -%}
case
    {%- for kind in kinds %}
    when metric in (
        {{- measures | selectattr("summary", "equalto", kind) | map(attribute="text") | join(", ") -}}
    )
        then {{ summarized(kind) }}
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

{#- How the scores of the runs on a query are spread, and which run does best; lower is better by a sign of -1. -#}
{%- macro spread_of_runs(sign) -%}
count(*) as runs,
avg(value order by run asc) as mean,
median(value) as median,
stddev_samp(value order by run asc) as deviation,
min(value) as lowest,
max(value) as highest,
{{ best_of("value * " ~ sign) }} as best_run
{%- endmacro -%}

{#- The run of the highest value; null if several have it, to 12 decimals. -#}
{%- macro best_of(value) -%}
case first(run order by round({{ value }}, 12) desc, run asc)
    when first(run order by round({{ value }}, 12) desc, run desc) then arg_max(run, round({{ value }}, 12))
end
{%- endmacro -%}
