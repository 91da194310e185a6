/*
about = "One row per judged document of a query, with its class: documents that all judges judge alike are in one."

[columns]
query_id = "the query"
doc_id   = "the document"
class    = "the number of its class, from 1 in each query"
*/
select query_id, doc_id, dense_rank() over (partition by query_id order by judged asc) as class
from
    (
        select query_id, doc_id, list({'subgroup': subgroup, 'relevance': relevance} order by subgroup asc) as judged
        from opinions
        group by query_id, doc_id
    )
