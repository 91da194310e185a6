/*
name  = "coverage"
about = "One row per run and rank, from 1 to 100: which share of the documents there nobody has judged."

[columns]
run            = "name of the run"
rank           = "rank, from 1 to 100"
rankings       = "how many rankings of the run have a document at the rank"
unjudged       = "how many rankings of the run have an unjudged document at the rank"
unjudged_share = "share of the rankings with a document at the rank where it is not judged"
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
