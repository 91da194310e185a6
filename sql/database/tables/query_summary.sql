/*
about = """
The judged queries, one row each: what there is to find, and what runs score on it: one column per measure, such as
mean_ndcg_10, with its mean over runs."""

[columns]
query_id          = "the query"
judged            = "how many documents are judged for the query"
relevant          = "how many documents are relevant to the query: of a relevance above 0"
highest_relevance = "highest relevance of a document for the query"
subtopics         = "how many subtopics of the query have a relevant document; 0 if judgments are not by subtopic"
*/
from
    (
        select
            query_id::varchar as query_id,
            count(distinct doc_id) as judged,
            count(distinct doc_id) filter (relevance > 0) as relevant,
            max(relevance) as highest_relevance,
            count(distinct subtopic) filter (relevance > 0) as subtopics
        from made_given
        group by all
    )
left join
    (
        {{ means_of_queries(measures) | indent(8) }}
    )
    using (query_id)
order by query_id asc
