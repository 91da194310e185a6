{#- A query that needs nothing but runs and qrels: the relations are spelled out as common table expressions. -#}
{#- Ids are compared by their bytes, whatever collation the client has set. -#}
{%- macro id(expression, name) -%}
{{ expression }}::varchar collate "binary" as {{ name }}
{%- endmacro -%}
with
    _es_runs as materialized (
        select
            {{ id(run, "run") }},
            {{ id("query_id", "query_id") }},
            {{ id("doc_id", "doc_id") }},
            score::double as score
        from {{ runs }}
        {%- if guards %}
        where
            {{ guards | join("\n            and ") }}
        {%- endif %}
    ),

    _es_qrels as materialized (
        select
            {{ id("query_id", "query_id") }},
            {{ id("doc_id", "doc_id") }},
            relevance::double as relevance
        from {{ qrels }}
    ),
{% for name, text in relations.items() %}
    {{ name }} as (
{{ text | indent(8, first=true) }}
    ),
{% endfor %}
    _es_values as (
{{ body | indent(8, first=true) }}
    )

select
    run,
    query_id,
    {{ label }} as metric,
    {% include "frames/value.sql" %} as value
from _es_topics
left join _es_values using (run, query_id)
{%- if ordered %}
order by run asc, query_id asc
{%- endif %}
