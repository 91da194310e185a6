/*
about = "Documents whose scores are equal as float32, in the order of their doubles."
*/
select * replace (
    coalesce(exact_rank, rank) as rank,
    coalesce(exact_from, tied_from) as tied_from,
    coalesce(exact_to, tied_to) as tied_to
)
from evalsql_retrieved
left join evalsql_near using (run, query_id, rank)
