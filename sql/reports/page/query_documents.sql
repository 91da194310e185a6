/*
about = "The documents at the top of the rankings that are shown, once a query, with their judgments."

[columns]
query_id  = "the query"
documents = "the ids of the documents"
judged    = "the relevance of each; null if it is not judged"
gains     = "what each adds by its judgment; null if it is not judged"
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
    list(doc_id order by doc_id asc) as documents,
    list(relevance order by doc_id asc) as judged,
    list(gain order by doc_id asc) as gains
from
    (
        select query_id, doc_id, any_value(relevance) as relevance, any_value(gain) as gain
        from main.{{ retrieved }}
        semi join shown using (run)
        {{ "semi join chosen using (query_id)" if chosen }}
        where rank <= {{ depth }}
        group by query_id, doc_id
    )
group by query_id
order by query_id asc
