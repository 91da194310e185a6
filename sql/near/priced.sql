/*
about = "The documents retrieved that have a cost, where scores equal as float32 are in the order of their doubles."
*/
select * replace (coalesce(exact_rank, rank) as rank)
from evalsql_priced
left join evalsql_near using (run, query_id, rank)
