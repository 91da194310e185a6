{# Sums and products of doubles that are the same however DuckDB shares out the rows. #}

{#-
A running sum of doubles. Decimals make it exact, so that it does not depend on how DuckDB shares out the rows; a text
becomes the nearest double in every version, which a decimal does not before DuckDB 2.
-#}
{%- macro running_sum(x, window) -%}
sum(({{ x }})::decimal(38, 18)) over {{ window }}::varchar::double
{%- endmacro -%}

{#- A running product of doubles from 0 on: of none 1. Below e^-1000 it is 0, as a factor of 0 makes it. -#}
{%- macro running_product(x, window) -%}
exp(coalesce({{ running_sum('case when ' ~ x ~ ' > 0 then ln(' ~ x ~ ') else -1000 end', window) }}, 0))
{%- endmacro -%}

{#- A sum of doubles that is the same in any order, so that a part is not more than all. -#}
{%- macro exact_sum(x, condition='true') -%}
sum(({{ x }})::decimal(38, 18) order by rank asc) filter ({{ condition }})::varchar::double
{%- endmacro -%}
