/*
of       = "runs and queries"
place    = 1
sentence = """
run {run} and the judgments have no query in common: the run has {queries:list}, the judgments {judged:list}[;
{shared:query} would be in both if ids were compared {change:text}]"""
suspect  = "select 1 from evalsql_answered group by run having not bool_or(is_judged)"
*/
with
    strangers as (
        select run, list(query_id order by query_id asc)[:3] as queries
        from evalsql_answered
        group by run
        having not bool_or(is_judged) and not coalesce(run in {{ lost }}, false)
    ),

    changes as (
        select run, change, count(distinct judged_as) as shared
        from ({{ queries_alike("evalsql_answered", "evalsql_population") }})
        where run in (select run from strangers)
        group by run, change
        qualify row_number() over (partition by run order by shared desc, change desc) = 1
    )

select run, queries, judged, shared, change, 1 as count
from strangers
cross join
    (
        select coalesce(list(query_id order by query_id asc)[:3], []) as judged
        from (select distinct query_id from evalsql_population)
    )
left join changes using (run)
order by run asc
