/*
name  = "sampled"
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
select run, query_id, rank, stratum, relevance, gain
from evalsql_retrieved
where stratum is not null
{%- endif %}
