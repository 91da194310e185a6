/*
about = "One row per row of the judgments that a number is by, as it was given."

[columns]
n           = "number of the row, in the order given"
query_id    = "the query"
doc_id      = "the document"
relevance   = "the judgment"
gain        = "what the document is worth, if that is given"
subtopic    = "the subtopic, if judgments are by subtopic"
weight      = "what the subtopic weighs"
probability = "how likely the document has the subtopic"
stratum     = "the stratum of the pool that the document is in, if judgments are of a sample"
copy        = "1, and 2, 3, ... where the document was judged for the query before with as high a relevance or a higher"
*/
select
    n,
    query_id,
    doc_id,
    relevance,
    gain,
    subtopic,
    weight,
    probability,
    stratum,
    row_number() over (partition by query_id, doc_id, subtopic order by relevance desc, n asc) as copy
from (select *, row_number() over () as n from evalsql_qrels)
{{ "where query_id = " ~ query if query }}
