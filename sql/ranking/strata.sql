/*
about = "The relation of this name of sql/relations, over the judgments of an evaluation."
*/
{%- if absent | default(false) %}
-- the judgments have no strata
select
    null::varchar as query_id,
    null::varchar as stratum,
    null::double as relevance,
    null::double as gain,
    null::bigint as documents
where false
{%- else %}
{%- set qrels = "evalsql_judgments" %}
{% include "relations/strata.sql" %}
{%- endif %}
