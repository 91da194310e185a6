/*
about = """
One row per document that a run retrieved for a judged query, in the order of the ranking; unjudged documents too."""

[columns]
run       = "name of the run"
query_id  = "the query"
rank      = "position in the ranking, from 1: score descending, then doc_id descending by bytes"
doc_id    = "the document"
score     = "the run's score, or minus the rank where a convention goes by that"
tied_from = "first rank of the documents with this score"
tied_to   = "last rank of the documents with this score"
relevance = "relevance of the document by the judgments; null if it is not judged"
gain      = """
what the document adds: its relevance, not below 0, or what the judgments give as its gain; null if unjudged"""
*/
select
    run::varchar as run,
    query_id::varchar as query_id,
    rank::integer as rank,
    doc_id,
    score,
    tied_from::integer as tied_from,
    tied_to::integer as tied_to,
    relevance,
    gain
from made_retrieved
order by made_retrieved.run asc, made_retrieved.query_id asc, made_retrieved.rank asc
