/*
about = "The relation of this name of sql/relations, over the judgments of an evaluation."
*/
{%- if absent | default(false) %}
-- the judgments are not by subtopic
select
    null::varchar as query_id,
    null::varchar as doc_id,
    null::varchar as subtopic,
    null::double as weight,
    null::double as relevance,
    null::double as gain
where false
{%- else %}
{%- set subtopics = "evalsql_subtopics" %}
{% include "relations/nugget_base.sql" %}
{%- endif %}
