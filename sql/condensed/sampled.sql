/*
about = "The documents retrieved of a pool that were judged, at the ranks that they have among the judged ones alone."
*/
select * exclude (closed_up) replace (closed_up as rank)
from evalsql_sampled
join ({{ judged_places() }}) using (run, query_id, rank)
