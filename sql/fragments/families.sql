{#-
What a correction of p-values reads beside p_value, for rows whose p-values are corrected together if their `keys` are
the same: family (how many there are), place (from 1 for the lowest) and rest, the list of those from this one on. The
list takes time and memory, and is there for corrections that read it. Without a `correction` it is what $correction
says.
-#}
{%- macro in_family(keys, order, correction) -%}
{%- set asking -%}
{%- for name, formula in corrections.items() if "rest" in formula -%}
{{ ", " if not loop.first }}'{{ name }}'
{%- endfor -%}
{%- endset -%}
count(p_value) over (partition by {{ keys }}) as family,
row_number() over (
    partition by {{ keys }}
    order by p_value asc nulls last{% for each in order %}, {{ each }} asc{% endfor %}
) as place
{%- if not correction or "rest" in corrections[correction] %},
list(p_value) {% if not correction %}filter ($correction in ({{ asking }})) {% endif -%}
over (
    partition by {{ keys }}
    order by p_value asc nulls last{% for each in order %}, {{ each }} asc{% endfor %}
    rows between current row and unbounded following
) as rest
{%- endif -%}
{%- endmacro -%}
