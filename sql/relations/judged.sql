/*
name  = "judged"
about = "One row per judged document that a run retrieved, and one per relevant document that it missed."

[columns]
run        = "name of the run"
query_id   = "the query"
rank       = "place in the ranking, from 1: score descending, then doc_id descending by bytes; null where the run missed the document"
score      = "the run's score; null where missed"
tied_from  = "first rank of the documents with this score; null where missed"
tied_to    = "last rank of the documents with this score; null where missed"
relevance  = "the judgment, as given"
ideal_rank = "place in the ideal ranking, 1, 2, 3, ... by relevance, highest first; null unless relevance > 0"
*/
with
    judgments as (
        select
            query_id,
            doc_id,
            relevance,
            case
                when relevance > 0
                    then row_number() over (partition by query_id order by relevance desc, doc_id desc)
            end as ideal_rank
        from {{ qrels }}
    ),

    ranked as (
        select
            run,
            query_id,
            doc_id,
            score,
            row_number() over (partition by run, query_id order by score desc, doc_id desc) as rank,
            rank() over (partition by run, query_id order by score desc) as tied_from,
            count(*) over (partition by run, query_id order by score desc range unbounded preceding) as tied_to
        from {{ runs }}
    ),

    found as (
        select run, query_id, doc_id, rank, score, tied_from, tied_to, relevance, ideal_rank
        from ranked
        join judgments using (query_id, doc_id)
    )

select run, query_id, rank, score, tied_from, tied_to, relevance, ideal_rank
from found

union all

select run, query_id, null, null, null, null, relevance, ideal_rank
from (select distinct run from {{ runs }})
cross join judgments
anti join found using (run, query_id, doc_id)
where relevance > 0
