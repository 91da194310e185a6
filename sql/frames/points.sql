{#- The batch frame of a curve: its value at every point, and that of the ideal if there is one. -#}
insert into evalsql_points
{%- for name, text in relations.items() %}
{{ "with" if loop.first }} {{ name }} as not materialized ({{ text }}){{ "," if not loop.last }}
{%- endfor %}
select
    run,
    query_id,
    $metric as metric,
    {{ over }} as point,
    {% include "frames/value.sql" %} as value,
    ideal
from (
select null::double as ideal where false
union all by name
(
{{ body }}
)
)
