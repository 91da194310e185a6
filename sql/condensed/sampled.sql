/*
about = "The documents retrieved of a pool that were judged, at the ranks that they have among the judged ones alone."
*/
select run, query_id, closed_up as rank, stratum, relevance, gain
from evalsql_sampled
join
    (
        select
            run,
            query_id,
            rank,
            row_number() over (partition by run, query_id order by rank asc)::integer::bigint as closed_up
        from evalsql_judged
        where rank is not null and relevance >= 0
    )
    using (run, query_id, rank)
