/*
about = "The relation of this name of sql/relations, over the documents that were found in a pass."
*/
{%- if absent | default(false) %}
-- the judgments have no strata
select
    null::varchar as run,
    null::varchar as query_id,
    null::bigint as rank,
    null::varchar as stratum,
    null::double as relevance,
    null::double as gain
where false
{%- else %}
{%- set qrels = "evalsql_judgments" %}
with retrieved as not materialized (from evalsql_retrieved)
from (
{% include "relations/sampled.sql" %}
)
{%- endif %}
