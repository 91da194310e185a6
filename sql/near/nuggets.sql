/*
about = "The nuggets retrieved, where scores that are equal as float32 are in the order of their doubles."
*/
select * replace (
    coalesce(exact_rank, rank) as rank,
    case
        when relevance > 0
            then
                row_number() over (
                    partition by run, query_id, subtopic, relevance > 0
                    order by coalesce(exact_rank, rank) asc
                ) - 1
    end as seen
)
from evalsql_nuggets
left join evalsql_near using (run, query_id, rank)
