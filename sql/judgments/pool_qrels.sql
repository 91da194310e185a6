/*
about = "All judgments, as given."

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
select query_id, doc_id, relevance, gain, subtopic, iteration, weight, probability, stratum
from evalsql_qrels
