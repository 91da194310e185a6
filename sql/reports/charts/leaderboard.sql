/*
name  = "leaderboard"
about = """
One row per measure and run, the best run of each measure first: the mean over its queries, and the interval that holds
the mean over all queries of the kind with a chance of $confidence, by Student's t. Both ends are null for one query.
"""
*/
select
    metric,
    asked.place as metric_place,
    run,
    standings.place,
    standings.queries,
    mean,
    case when logs then exp(middle - margin) else middle - margin end as lower,
    case when logs then exp(middle + margin) else middle + margin end as upper
from standings
join asked using (metric)
join
    (
        select
            metric,
            run,
            middle,
            case
                when queries >= 2
                    then {{ t_quantile("(1 + $confidence) / 2", "queries - 1") }} * sqrt(variance / queries)
            end as margin
        from
            (
                select
                    metric,
                    run,
                    count(*) as queries,
                    list_avg(list(value order by query_id asc)) as middle,
                    list_var_samp(list(value order by query_id asc)) as variance
                from compared
                group by all
            )
    ) using (metric, run)
order by metric_place asc, standings.place asc
