/*
name  = "query"
about = "The judged queries, one row each: what there is to find."

[columns]
query_id          = "the query"
judged            = "how many documents are judged for it"
relevant          = "how many of these are relevant: of a relevance above 0"
highest_relevance = "the highest relevance of a document"
subtopics         = "how many subtopics have a relevant document; 0 where judgments are not by subtopic"
*/
select
    query_id::query_name as query_id,
    count(distinct doc_id) as judged,
    count(distinct doc_id) filter (relevance > 0) as relevant,
    max(relevance) as highest_relevance,
    count(distinct subtopic) filter (relevance > 0) as subtopics
from made_given
group by all
order by query_id asc
