/*
about = "The judged documents of near scores, with both of their ranks as they stand without the others."
*/
select run, query_id, closed_up as rank, exact_rank, exact_from, exact_to
from
    (
        select
            run,
            query_id,
            near.rank is not null as is_near,
            row_number() over (ranking order by rank asc)::integer::bigint as closed_up,
            row_number() over (ranking order by coalesce(exact_rank, rank) asc)::integer::bigint as exact_rank,
            rank() over (ranking order by coalesce(exact_from, rank) asc) as exact_from,
            count(*) over (ranking order by coalesce(exact_from, rank) asc range unbounded preceding) as exact_to
        from evalsql_judged
        left join evalsql_near as near using (run, query_id, rank)
        where rank is not null and relevance >= 0
        window ranking as (partition by run, query_id)
    )
where is_near
