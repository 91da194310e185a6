{#- Pieces of sentences that a query says. -#}

{#- How many there are of something: 1 query, 2 queries. -#}
{%- macro times(count, noun) -%}
{%- set several = noun[:-1] ~ "ies" if noun.endswith("y") else noun ~ "s" -%}
format('{:,}', {{ count }}::bigint) || case when {{ count }} = 1 then ' {{ noun }}' else ' {{ several }}' end
{%- endmacro -%}

{#- That there are more than the first, which the sentence names. -#}
{%- macro more(noun) -%}
case when count(*) = 2 then '; 1 more such {{ noun }}' when count(*) > 2
    then '; ' || (count(*) - 1)::bigint || ' more such {{ noun }}s' else '' end
{%- endmacro -%}
