/*
about = "The documents retrieved that have a cost and are judged, at the ranks that they have among those alone."
*/
select run, query_id, closed_up as rank, cost
from evalsql_priced
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
