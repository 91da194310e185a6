/*
name  = "coverage"
about = "One row per run and rank, from 1 to 100: which share of the documents there nobody has judged."

[columns]
run            = "name of the run"
rank           = "the rank"
rankings       = "in how many queries the run has a document at this rank"
unjudged       = "in how many of these the document is not judged"
unjudged_share = "the same as a share of them"
*/
select
    run::varchar as run,
    rank,
    rankings::integer as rankings,
    (rankings - coalesce(judgments, 0))::integer as unjudged,
    (rankings - coalesce(judgments, 0)) / rankings as unjudged_share
from
    (
        select run, rank, count(*) as rankings
        from internal.topics
        join (select unnest(range(1, 101))::integer as rank) on rank <= num_ret
        group by all
    )
left join
    (
        select run, rank, count(*) as judgments
        from internal.judged
        where rank <= 100
        group by all
    )
    using (run, rank)
