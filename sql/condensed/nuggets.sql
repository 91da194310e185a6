/*
about = "The nuggets retrieved, at the ranks that their documents have among the judged ones alone."
*/
select * exclude (closed_up) replace (closed_up as rank)
from evalsql_nuggets
join ({{ judged_places() }}) using (run, query_id, rank)
