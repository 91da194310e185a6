/*
about = "One row per document and subtopic that it is relevant to, or may be by a classifier's probability."

[columns]
query_id    = "the query, an ENUM"
doc_id      = "the document"
subtopic    = "the subtopic; compared by its bytes"
relevance   = "the judgment for this subtopic, as given"
gain        = "what the document adds for this subtopic: its relevance, not below 0, or its gain in the table of gains"
weight      = "what the subtopic weighs: 1 if not given"
probability = "how likely the document has the subtopic; null if it is not said"
*/
select
    query_id::evalsql_query as query_id,
    doc_id,
    subtopic collate "binary" as subtopic,
    relevance,
    coalesce({{ "gains.gain, " if gains }}judgments.gain, greatest(relevance, 0)) as gain,
    coalesce({{ "weights.weight, " if weights }}judgments.weight, 1) as weight,
    probability
from evalsql_qrels as judgments
{{ "left join evalsql_gains as gains using (query_id, relevance)" if gains }}
{{ "left join evalsql_weights as weights using (query_id, subtopic)" if weights }}
{{ "semi join evalsql_population using (query_id)" if listed }}
where relevance > 0 or probability > 0
