/*
about = "The runs and queries to be scored, with the counts and scores of the judged documents alone."
*/
select
    run,
    query_id,
    coalesce(condensed.num_ret, 0) as num_ret,
    num_judged_nonrel,
    condensed.sum_score,
    condensed.min_score,
    condensed.max_score
from evalsql_topics
left join
    (
        select
            run,
            query_id,
            count(*) as num_ret,
            {{ "sum(score order by score asc)" if scores else "null::double" }} as sum_score,
            {{ "min(score)" if scores else "null::double" }} as min_score,
            {{ "max(score)" if scores else "null::double" }} as max_score
        from evalsql_judged
        where rank is not null and relevance >= 0
        group by run, query_id
    ) as condensed
    using (run, query_id)
