/*
about = "The documents retrieved that have a cost and are judged, at the ranks that they have among those alone."
*/
select * exclude (closed_up) replace (closed_up as rank)
from evalsql_priced
join ({{ judged_places() }}) using (run, query_id, rank)
