/*
about = """
The judgments as they were given. What tables of gains and weights say is written in, so that these are needed no
more."""

[columns]
query_id    = "the query"
doc_id      = "the document"
relevance   = "the judgment"
gain        = "what the document is worth; null if its relevance says it"
subtopic    = "the subtopic; null if judgments are not by subtopic"
weight      = "what the subtopic weighs; null is 1"
probability = "how likely the document has the subtopic; null if it is not said"
stratum     = "the stratum of the pool that the document is in; null if judgments are not of a sample"
*/
select
    query_id,
    doc_id,
    relevance,
    {{ "coalesce(gains.gain, judgments.gain)" if gains else "judgments.gain" }} as gain,
    subtopic,
    {{ "coalesce(weights.weight, judgments.weight)" if weights else "judgments.weight" }} as weight,
    probability,
    stratum
from evalsql_qrels as judgments
{{ "left join evalsql_gains as gains using (query_id, relevance)" if gains }}
{{ "left join evalsql_weights as weights using (query_id, subtopic)" if weights }}
{{ "semi join evalsql_population using (query_id)" if listed }}
