/*
about = "The relation of this name of sql/relations, over the documents that were found in a pass."
*/
{%- if absent | default(false) %}
-- the judgments are not by subtopic
select
    null::varchar as run,
    null::varchar as query_id,
    null::varchar as doc_id,
    null::bigint as rank,
    null::varchar as subtopic,
    null::bigint as seen,
    null::double as weight,
    null::double as probability,
    null::double as relevance,
    null::double as gain
where false
{%- else %}
{%- set subtopics = "evalsql_subtopics" %}
with retrieved as not materialized (from evalsql_retrieved)
from (
{% include "relations/nuggets.sql" %}
)
{%- endif %}
