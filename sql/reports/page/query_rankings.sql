/*
about = "The top of the rankings that are shown."

[columns]
query_id  = "the query"
run       = "name of the run"
documents = "the ids of the first documents, in the order of the ranking"
found     = "the score of each"
retrieved = "how many documents the run retrieved for the query"
*/
with
    shown as (
{{ shown | indent(8, first=true) }}
    ){% if chosen %},

    chosen as (
{{ chosen | indent(8, first=true) }}
    )
    {%- endif %}

select
    query_id,
    run,
    list(doc_id order by rank asc) filter (rank <= {{ depth }}) as documents,
    list(score order by rank asc) filter (rank <= {{ depth }}) as found,
    max(rank) as retrieved
from main.{{ retrieved }}
semi join shown using (run)
{{ "semi join chosen using (query_id)" if chosen }}
group by query_id, run
order by query_id asc, run asc
