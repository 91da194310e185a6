/*
about = """
One row per measure, run and query: the score under each order of ties, by how much the best and the worst differ, and
whether ties matter there."""
*/
select metric as measure, run, query_id, trec_eval, worst, expected, best, best - worst as difference, matters
from tied_queries
join asked using (metric)
order by place asc, run asc, query_id asc
