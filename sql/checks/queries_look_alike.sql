/*
of       = "runs and queries"
place    = 4
level    = "warning"
kind     = "ids look alike"
sentence = """
{count:query} of {several:run} would be judged if ids were compared {change:text} (first: run {run}, {pair:alike})"""
suspect  = """
select 1 where exists (from evalsql_answered where not is_judged) and exists ( from (select distinct run from
evalsql_answered) cross join evalsql_population anti join evalsql_answered using (run, query_id) )"""
*/
select
    change,
    count(distinct query_id) as count,
    count(distinct run) as several,
    min(run) as run,
    [min_by(query_id, run || ' ' || query_id), min_by(judged_as, run || ' ' || query_id)] as pair
from ({{ queries_alike("evalsql_answered", "evalsql_population") }})
group by change
order by count desc, change asc
