/*
about  = """
One row per run and query to be scored: every judged query, answered or not. What is counted over all documents that the
run retrieved for it, before unjudged ones are dropped."""
stored = "run asc, query_id asc"

[columns]
run               = "name of the run"
query_id          = "the query"
num_ret           = "how many documents the run retrieved; 0 if it does not answer the query"
num_judged_nonrel = "how many documents of the query are judged 0"
sum_score         = "sum of the scores retrieved"
min_score         = "lowest score retrieved"
max_score         = "highest score retrieved"
*/
select
    run,
    query_id,
    coalesce(num_ret, 0) as num_ret,
    num_judged_nonrel,
    sum_score,
    min_score,
    max_score
from (select distinct run from {{ runs }})
cross join
    (select query_id, count(*) filter (relevance = 0) as num_judged_nonrel from {{ qrels }} group by all)
left join
    (
        select
            run,
            query_id,
            count(*) as num_ret,
            sum(score order by score asc) as sum_score,
            min(score) as min_score,
            max(score) as max_score
        from {{ ranked }}
        group by all
    )
    using (run, query_id)
