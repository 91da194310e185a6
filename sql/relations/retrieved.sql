/*
about = """
One row per document that a run retrieved, judged or not. Kept only if a measure reads it; most need the judged ones
alone."""

[columns]
run       = "name of the run"
query_id  = "the query"
doc_id    = "the document"
rank      = "position in the ranking, from 1: score descending, then doc_id descending by bytes"
score     = "the run's score"
tied_from = "first rank of the documents with this score"
tied_to   = "last rank of the documents with this score"
relevance = "the judgment, or null"
gain      = """
what the document adds: its relevance, not below 0, or what the judgments give as its gain; null if unjudged"""
*/
select run, query_id, doc_id, rank, score, tied_from, tied_to, relevance, gain
from
    (
        select
            run,
            query_id,
            doc_id,
            row_number() over (partition by run, query_id order by score desc, doc_id desc) as rank,
            score,
            rank() over (partition by run, query_id order by score desc) as tied_from,
            count(*) over (partition by run, query_id order by score desc range unbounded preceding) as tied_to
        from {{ ranked }}
    )
left join {{ qrels }} using (query_id, doc_id)
