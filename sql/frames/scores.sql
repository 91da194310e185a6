{#- The batch frame: one measure over the relations of an evaluation, which stand in temp tables. -#}
insert into evalsql_scores
{%- for name, text in relations.items() %}
{{ "with" if loop.first }} {{ name }} as not materialized ({{ text }}){{ "," if not loop.last }}
{%- endfor %}
select
    run,
    query_id,
    $metric as metric,
    {% include "frames/value.sql" %} as value
from topics
left join (
{{ body }}
) using (run, query_id)
