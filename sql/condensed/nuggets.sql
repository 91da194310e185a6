/*
about = "The nuggets retrieved, at the ranks that their documents have among the judged ones alone."
*/
select run, query_id, doc_id, closed_up as rank, subtopic, seen, weight, probability, relevance, gain
from evalsql_nuggets
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
