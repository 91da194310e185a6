{#- A quantile of a sorted list: between its members by a straight line. #}
{% macro quantile(sorted, share) -%}
list_transform(
    [{'place': 1 + (len({{ sorted }}) - 1) * ({{ share }})}],
    lambda at: {{ sorted }}[floor(at.place)::bigint]
    + (at.place - floor(at.place)) * ({{ sorted }}[ceil(at.place)::bigint] - {{ sorted }}[floor(at.place)::bigint])
)[1]
{%- endmacro %}
