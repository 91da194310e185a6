/*
name  = "run"
about = "The runs, one row each: how much they retrieved, and how much of that is judged."

[columns]
run          = "name of the run"
answered     = "how many of the judged queries it answers"
documents    = "how many documents it retrieved for them"
judged       = "how many of these are judged"
judged_share = "the same as a share of all it retrieved; null where that is nothing"
relevant     = "how many of these are relevant: of a relevance above 0"
*/
select
    run::run_name as run,
    answered,
    documents,
    coalesce(judged, 0) as judged,
    coalesce(judged, 0) / nullif(documents, 0) as judged_share,
    coalesce(relevant, 0) as relevant
from
    (
        select run, count(*) filter (num_ret > 0) as answered, sum(num_ret order by query_id asc)::bigint as documents
        from made_topics
        group by all
    )
left join
    (
        select run, count(*) as judged, count(*) filter (relevance > 0) as relevant
        from made_judged
        where rank is not null
        group by all
    )
    using (run)
order by run asc
