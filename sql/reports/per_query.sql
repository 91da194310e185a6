/*
name  = "per_query"
about = """
    A row a run, query and measure: the scores themselves, in the order of runs, of the measures as asked for, and of
    queries."""
*/
select run, query_id, metric, value
from evalsql_scores
where metric in ({% for measure in measures %}{{ measure.text }}{{ ", " if not loop.last }}{% endfor %})
order by
    run asc,
    case metric{% for measure in measures %} when {{ measure.text }} then {{ loop.index }}{% endfor %} end asc,
    query_id asc
