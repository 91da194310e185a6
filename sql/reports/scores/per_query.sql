/*
about = """
One row per run, query and measure: the scores themselves, in the order of runs, of the measures as asked for, and of
queries."""
*/
select run, query_id, metric, value
from scores
join asked using (metric)
order by run asc, place asc, query_id asc
