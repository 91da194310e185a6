/*
about = "The runs, one row each: how much they retrieved, and how much of that is judged."

[columns]
run          = "name of the run"
answered     = "how many of the judged queries the run answers"
documents    = "how many documents the run retrieved for judged queries"
judged       = "how many of the documents retrieved for judged queries are judged"
judged_share = "share of the documents retrieved for judged queries that is judged; null if none was retrieved"
relevant     = "how many of the documents retrieved are judged relevant: of a relevance above 0"
evaluation   = "the evaluation that added the run, as in table evaluations"
*/
select
    run::varchar as run,
    answered,
    documents,
    coalesce(judged, 0) as judged,
    coalesce(judged, 0) / nullif(documents, 0) as judged_share,
    coalesce(relevant, 0) as relevant,
    evaluation
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
join made_added using (run)
order by run asc
