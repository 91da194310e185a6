/*
about = "One row per run, query and measure: the scores themselves, those of a query together, in the order asked."
*/
select run, query_id, value
from scores
join asked using (metric)
order by run asc, query_id asc, place asc
