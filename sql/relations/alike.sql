/*
about = "One row per document and judge of a query, with its group: documents that the judge judges alike are in one."

[columns]
query_id = "the query"
judge    = "the judge"
doc_id   = "the document"
alike    = "the number of its group, from 1 for each judge of a query"
*/
select query_id, judge, doc_id, dense_rank() over (partition by query_id, judge order by judged asc) as alike
from
    (
        select
            query_id,
            judge,
            doc_id,
            list({'subgroup': subgroup, 'relevance': relevance} order by subgroup asc) as judged
        from opinions
        group by query_id, judge, doc_id
    )
