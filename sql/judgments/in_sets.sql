/*
about = "One row per judgment of each set of judgments. It is made without rows; each set adds its own."

[columns]
qrels     = "the set, an ENUM in the order given"
query_id  = "the query"
doc_id    = "the document"
relevance = "the judgment, as given"
subtopic  = "the subtopic it is judged for; null if judgments are not by subtopic"
*/
select
    null::evalsql_set as qrels,
    null::varchar as query_id,
    null::varchar as doc_id,
    null::double as relevance,
    null::varchar as subtopic
where false
