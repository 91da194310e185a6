/*
about = "The relation of this name of sql/relations, over the judgments of an evaluation."
*/
{%- if absent | default(false) %}
-- the judgments are not by subtopic
select
    null::varchar as query_id,
    null::varchar as doc_id,
    null::varchar as judge,
    null::varchar as subgroup,
    null::double as relevance
where false
{%- else %}
{%- set subtopics = "judgments" %}
with judgments as not materialized (
    select query_id::evalsql_query as query_id, doc_id, subtopic collate "binary" as subtopic, relevance
    from evalsql_qrels
    {{ "semi join evalsql_population using (query_id)" if listed }}
)
from (
{% include "relations/opinions.sql" %}
)
{%- endif %}
