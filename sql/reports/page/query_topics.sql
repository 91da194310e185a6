/*
about = "The queries whose rankings are shown, with their texts if they are known, and what there is to find."

[columns]
query_id = "the query"
text     = "its text; null if it is not known"
judged   = "how many documents are judged for the query"
relevant = "how many documents are relevant to it: of a relevance above 0"
*/
{%- if chosen %}
with chosen as (
{{ chosen | indent(4, first=true) }}
)
{% endif %}
select
    query_id,
    {{ "text" if texts else "null::varchar" }} as text,
    judged::integer as judged,
    relevant::integer as relevant
from main.query_summary
{{ "left join main.queries using (query_id)" if texts }}
semi join {{ "chosen" if chosen else "main.scores" }} using (query_id)
order by try_cast(query_id as bigint) asc nulls last, query_id asc
