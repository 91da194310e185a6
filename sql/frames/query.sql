{#- A query that needs nothing but runs and qrels: the relations are spelled out as common table expressions. -#}
with
    _es_runs as materialized (
        select {{ run }}::varchar as run, query_id::varchar as query_id, doc_id::varchar as doc_id, score::double as score
        from {{ runs }}
    ),

    _es_qrels as materialized (
        select query_id::varchar as query_id, doc_id::varchar as doc_id, relevance::double as relevance
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
from topics
left join _es_values using (run, query_id)
{%- if guards %}
where
    {{ guards | join("\n    and ") }}
{%- endif %}
{%- if ordered %}
order by run asc, query_id asc
{%- endif %}
