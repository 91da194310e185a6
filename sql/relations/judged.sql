/*
about  = """
One row per judged document that a run retrieved, and one per relevant document that it missed: what most measures are
made of."""
stored = "run asc, query_id asc, rank asc nulls last, relevance desc, gain desc"

[columns]
run       = "name of the run"
query_id  = "the query"
rank      = """
position in the ranking, from 1: score descending, then doc_id descending by bytes; null if the run missed the
document"""
score     = "the run's score, or minus the rank where a convention goes by that; null if missed"
tied_from = "first rank of the documents with this score; null if missed"
tied_to   = "last rank of the documents with this score; null if missed"
relevance = "the judgment, as given"
gain      = "what the document adds: its relevance, not below 0, or what the judgments give as its gain"
*/
with found as (
    select run, query_id, doc_id, rank, score, tied_from, tied_to, relevance, gain
    from retrieved
    where relevance is not null
)

select run, query_id, rank, score, tied_from, tied_to, relevance, gain
from found

union all

select run, query_id, null, null, null, null, relevance, gain
from (select distinct run from {{ runs }})
cross join {{ qrels }}
anti join found using (run, query_id, doc_id)
where relevance > 0
