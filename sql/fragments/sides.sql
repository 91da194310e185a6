{#- Tests to the side that $alternative asks for: 'greater' and 'less' are SciPy's, of the run minus the other. -#}

{#- Whether a difference is on the side asked for; of a two-sided test it always is. -#}
{%- macro ahead(difference) -%}
case $alternative when 'greater' then {{ difference }} > 0 when 'less' then {{ difference }} < 0 else true end
{%- endmacro -%}

{#- The p-value to the side asked for, of the two-sided one of a statistic that is as likely on either side. -#}
{%- macro to_side(on_side, p) -%}
list_transform([{'p': {{ p }}, 'on_side': {{ on_side }}}], lambda two_sided: case
    when $alternative = 'two-sided' then two_sided.p
    when two_sided.on_side then two_sided.p / 2
    else 1 - two_sided.p / 2
end)[1]
{%- endmacro -%}

{#- The same in whole steps: behind, what is seen is on the side too, so that the step before it is looked up. -#}
{%- macro steps_to_side(tail, above, below, n) -%}
{%- set is_ahead = ahead(above ~ ' - ' ~ below) -%}
case
    when not {{ is_ahead }} and least({{ above }}, {{ below }}) = 0 then 1e0
    else {{ to_side(is_ahead, tail('least(' ~ above ~ ', ' ~ below ~ ') - (not ' ~ is_ahead ~ ')::integer', n)) }}
end
{%- endmacro -%}
