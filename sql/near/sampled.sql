/*
about = "The documents retrieved of a pool, where scores that are equal as float32 are in the order of their doubles."
*/
select * replace (coalesce(exact_rank, rank) as rank)
from evalsql_sampled
left join evalsql_near using (run, query_id, rank)
