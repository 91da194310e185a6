/*
name  = "ties"
about = """
One row per measure and run, best first: the means over queries of the score under each order of ties, by how much the
best and the worst differ, and on how many of the queries ties matter.
"""
*/
select
    metric as measure,
    run,
    trec_eval,
    worst,
    expected,
    best,
    best - worst as difference,
    queries,
    num_queries
from
    (
        select
            metric,
            run,
            avg(trec_eval order by query_id asc) as trec_eval,
            avg(worst order by query_id asc) as worst,
            avg(expected order by query_id asc) as expected,
            avg(best order by query_id asc) as best,
            count(*) filter (matters) as queries,
            count(*) as num_queries
        from tied_queries
        group by all
    )
join asked using (metric)
order by place asc, round(trec_eval * sign, 12) desc nulls last, run asc
