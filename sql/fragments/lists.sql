{#- A quantile of a sorted list: between its members by a straight line. #}
{% macro quantile(sorted, share) -%}
list_transform(
    [{'place': 1 + (len({{ sorted }}) - 1) * ({{ share }})}],
    lambda spot: {{ sorted }}[floor(spot.place)::bigint]
    + (spot.place - floor(spot.place))
        * ({{ sorted }}[ceil(spot.place)::bigint] - {{ sorted }}[floor(spot.place)::bigint])
)[1]
{%- endmacro %}
