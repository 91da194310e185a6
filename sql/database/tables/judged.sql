/*
name   = "judged"
schema = "internal"
about  = """
One row per judged document that a run retrieved, and one per relevant document that it missed: what most measures are
made of.
"""

[columns]
run       = "name of the run"
query_id  = "the query"
rank      = "position in the ranking, from 1; null where the run missed the document"
score     = "the run's score, or minus the rank where a convention goes by that; null where missed"
tied_from = "first rank of the documents with this score; null where missed"
tied_to   = "last rank of the documents with this score; null where missed"
relevance = "the judgment"
gain      = "what the document adds: its relevance, not below 0, or what the judgments give as its gain"
*/
select
    run::internal.run_name as run,
    query_id::internal.query_name as query_id,
    rank::integer as rank,
    score,
    tied_from::integer as tied_from,
    tied_to::integer as tied_to,
    relevance,
    gain
from made_judged
order by run asc, query_id asc, rank asc nulls last, relevance desc, gain desc
