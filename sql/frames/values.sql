{#- What a metric gives over the relations (the last one precedes this), if its inputs are fit. -#}
_es_values as (
{%- if over %}
        select null::double as ideal where false
        union all by name
        (
{{ body | indent(8, first=true) }}
        )
{%- else %}
{{ body | indent(8, first=true) }}
{%- endif %}
    )

select
    {{ "run::varchar as run" if stored else "run" }},
    {{ "query_id::varchar as query_id" if stored else "query_id" }},
    {{ label }} as metric,
{%- if over %}
    {{ over }},
    {% include "frames/value.sql" %} as value,
    ideal
from {{ "_es_own cross join " if stored }}_es_values
{%- else %}
    {% include "frames/value.sql" %} as value
from {{ "_es_own cross join " if stored }}_es_topics
left join _es_values using (run, query_id)
{%- endif %}
{%- if fit %}
where {{ fit }}
{%- endif %}
{%- if ordered %}
order by run asc, query_id asc
{%- if over %}, {{ over }} asc{% endif %}
{%- endif %}
