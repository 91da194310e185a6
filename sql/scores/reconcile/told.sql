/*
about = "One row per row of the run that a number is of, as it was given."

[columns]
n         = "number of the row, in the order given"
query_id  = "the query"
doc_id    = "the document"
score     = "the run's score"
rank      = "the run's rank; null if it has none"
copy      = "1, and 2, 3, ... where the document was there before for the query"
relevance = "the judgment, or null"
*/
select
    n,
    query_id,
    doc_id,
    score,
    rank,
    row_number() over (partition by query_id, doc_id order by n asc) as copy,
    relevance
from
    (
        {%- for rows in sources %}
        select n + {{ loop.index }} * (1::bigint << 50) as n, query_id, doc_id, score, rank from ({{ rows }})
        {{ "union all" if not loop.last }}
        {%- endfor %}
    )
left join (select query_id, doc_id, max(relevance) as relevance from told_qrels group by all) using (query_id, doc_id)
{{ "where query_id = " ~ query if query }}
