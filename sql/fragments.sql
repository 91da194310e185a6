{# The few expressions that metrics share. A fragment may use `$name`; the metric that calls it declares the parameter. #}

{#- What a document adds: its relevance, and nothing where that is negative. -#}
{%- macro gain(relevance='relevance') -%}
greatest({{ relevance }}, 0)
{%- endmacro -%}

{#- What divides the gain at a rank. `jk` is equation 2 of Järvelin and Kekäläinen: ranks below the base are not discounted. -#}
{%- macro discount(rank='rank') -%}
case $discount when 'log2' then log2({{ rank }} + 1) when 'jk' then greatest(log2({{ rank }}) / log2($base), 1) when 'rank' then {{ rank }} else 1 end
{%- endmacro -%}

{#- How many ranks were looked at: k, or all that were retrieved where there is no cutoff. -#}
{%- macro examined() -%}
case when $k = {{ whole_ranking }} then num_ret else $k end
{%- endmacro -%}
