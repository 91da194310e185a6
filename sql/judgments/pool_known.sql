/*
about = """
The judgments that runs are scored by under a condition. A query that has none left keeps a document that nobody
retrieves, judged not relevant, so that it is scored all the same."""

[columns]
query_id    = "the query"
doc_id      = "the document"
relevance   = "the judgment"
gain        = "what the document is worth; null if its relevance says it"
subtopic    = "the subtopic; null if judgments are not by subtopic"
iteration   = "field 2 of TREC text"
weight      = "what the subtopic weighs; null is 1"
probability = "how likely the document has the subtopic; null if it is not said"
stratum     = "the stratum of the pool that the document is in; null if judgments are not of a sample"
*/
select *
from evalsql_pool_judgments
union all by name
select distinct
    query_id,
    'evalsql: nothing is judged' as doc_id,
    0 as relevance,
    {{ "'none'" if by_subtopic else "null" }} as subtopic
from pool_qrels
where query_id not in (select query_id from evalsql_pool_judgments)
