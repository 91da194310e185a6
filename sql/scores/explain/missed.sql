/*
about = "The relevant documents of a query that a ranking lacks among its first, by descending gain."

[columns]
number    = "1, 2, 3, ..."
query_id  = "the query"
doc_id    = "the document"
relevance = "its judgment"
gain      = "what it would add"
rank      = "where it stands below the cutoff; null if it was not retrieved"
*/
select
    row_number() over (order by gain desc, relevance desc, rank asc nulls last, doc_id asc) as number,
    query_id,
    doc_id,
    relevance,
    gain,
    rank
from
    (
        select query_id, doc_id, judgments.relevance, {{ gained }} as gain, rank
        from judgments
        left join (select doc_id, rank from retrieved) using (doc_id)
        where judgments.relevance >= {{ relevant }} and coalesce(rank > {{ last }}, true)
    )
qualify number <= {{ most }}
