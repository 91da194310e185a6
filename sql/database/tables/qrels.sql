/*
about = "The judgments, as given, one row per query, document and, if they are by subtopic, subtopic."

[columns]
query_id    = "the query"
doc_id      = "the document"
relevance   = "the judgment: relevant is what is above 0, or what a measure's rel says"
gain        = "what the document is worth, as given; null if its relevance says it"
subtopic    = "the subtopic it is judged for; null if judgments are not by subtopic"
weight      = "what the subtopic weighs, as given; null is 1"
probability = "how likely the document has the subtopic, as given; null if it is not said"
stratum     = "the stratum of the pool that the document is in; null if judgments are not of a sample"
*/
select query_id::varchar as query_id, doc_id, relevance, gain, subtopic, weight, probability, stratum
from made_given
order by query_id asc, doc_id asc, subtopic asc nulls first, relevance desc
