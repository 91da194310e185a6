/*
about = """
One row per measure and run, best first: what the run shows under each order of ties, by how much the best and the worst
differ, and on how many of the queries ties matter."""
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
            {{ summarized_by("any_value(summary)", "trec_eval") | indent(12) }} as trec_eval,
            {{ summarized_by("any_value(summary)", "worst") | indent(12) }} as worst,
            {{ summarized_by("any_value(summary)", "expected") | indent(12) }} as expected,
            {{ summarized_by("any_value(summary)", "best") | indent(12) }} as best,
            count(*) filter (matters) as queries,
            count(*) as num_queries
        from tied_queries
        join asked using (metric)
        group by all
    )
join asked using (metric)
order by place asc, round(trec_eval * sign, 12) desc nulls last, run asc
