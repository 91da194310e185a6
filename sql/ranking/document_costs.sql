/*
about = "The relation of this name of sql/relations: the costs of the inputs, if any."
*/
{%- if given %}
{%- set costs = "evalsql_costs" %}
{% include "relations/document_costs.sql" %}
{%- else %}
select null::varchar as query_id, null::varchar as doc_id, null::double as cost
where false
{%- endif %}
