/*
about = "The relation of this name of sql/relations, over the judgments of an evaluation."
*/
{%- if absent | default(false) %}
-- the judgments are not by subtopic
select null::varchar as query_id, null::varchar as judge
where false
{%- else %}
select distinct query_id::evalsql_query as query_id, subtopic collate "binary" as judge
from evalsql_qrels
{{ "semi join evalsql_population using (query_id)" if listed }}
{%- endif %}
