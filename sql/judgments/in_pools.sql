/*
about = "The judgments of each pool. It is made without rows; each pool adds its own."

[columns]
depth       = "the depth of the pool; null for all that its runs retrieved"
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
select null::integer as depth, *
from pool_qrels
where false
