{#- The distribution functions of the tests. Each is a function of Python where there is one, or its twin in SQL; the
    arguments are expressions. #}
{%- macro t_tail(t, df) -%}evalsql_t_tail({{ t }}, {{ df }}){%- endmacro %}
{%- macro normal_tail(z) -%}evalsql_t_tail({{ z }}, 1e300){%- endmacro %}

{#- The two-sided p-value of a correlation r of n pairs, by Student's t; two pairs lie on a line anyway. #}
{%- macro r_tail(r, n) -%}
case
    when {{ r }} is null then null
    when {{ n }} = 2 then 1
    when abs({{ r }}) >= 1 then 0
    else {{ t_tail(r ~ " * sqrt((" ~ n ~ " - 2) / ((1 + " ~ r ~ ") * (1 - " ~ r ~ ")))", n ~ " - 2") }}
end
{%- endmacro %}
