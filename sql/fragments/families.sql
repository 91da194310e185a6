{#-
What a correction of p-values reads beside p_value, for rows whose p-values are corrected together if their `keys` are
the same: family (how many there are), place (from 1 for the lowest) and simes, the lowest p / k of those from this one
on, p being the k-th of them. It takes a list per row, which is not kept, and is there for corrections that read it.
Without a `correction` it is what $correction says.
-#}
{%- macro in_family(keys, order, correction) -%}
{%- set asking -%}
{%- for name, formula in corrections.items() if "simes" in formula -%}
{{ ", " if not loop.first }}'{{ name }}'
{%- endfor -%}
{%- endset -%}
count(p_value) over (partition by {{ keys }}) as family,
row_number() over (
    partition by {{ keys }}
    order by p_value asc nulls last{% for each in order %}, {{ each }} asc{% endfor %}
) as place
{%- if not correction or "simes" in corrections[correction] %},
list_min(list_transform(
    list_slice(
        list(p_value order by p_value asc) filter (
            p_value is not null{% if not correction %} and $correction in ({{ asking }}){% endif %}
        ) over (partition by {{ keys }}),
        row_number() over (
            partition by {{ keys }}
            order by p_value asc nulls last{% for each in order %}, {{ each }} asc{% endfor %}
        ),
        count(p_value) over (partition by {{ keys }})
    ),
    lambda p, k: p / k
)) as simes
{%- endif -%}
{%- endmacro -%}
