/*
name  = "leaderboard"
about = """
One row per measure and run, the best run of each measure first: the mean over its queries, and the interval that holds
the mean over all queries of the kind with a chance of $confidence, by Student's t, within the range of the measure.
Both ends are null for one query.
"""
shows    = "The mean of every run, best first, with its confidence interval: one panel per measure, four at most."
of       = "evaluate"
lines    = "run"
colored = true
panel    = "metric"
span     = ["mean", "lower", "upper"]
heading  = "Runs by $panels"
subtitle = "Means over $over; lines: $level confidence intervals (Student's t)$left_out"
arguments.confidence = { default = 0.95, about = "of the intervals of the means, by Student's t over queries." }
*/
select
    * exclude (axis, low, high),
    -- no further than values can be, unless the mean itself is
    case
        when margin is not null
            then greatest(case when logs then exp(middle - margin) else middle - margin end, least(low, mean))
    end as lower,
    case
        when margin is not null
            then least(case when logs then exp(middle + margin) else middle + margin end, greatest(high, mean))
    end as upper,
    {{ over_queries("standings.queries") }} as over,
    {{ percent("$confidence") }} as level
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
order by asked.place asc, standings.place asc
/*
{
  "encoding": {"and": "$by_run", "tooltip": "run, queries, mean .4f, lower .4f, upper .4f"},
  "layer": [
    {"and": "$interval", "encoding": {"x": {"title": "mean $metric", "scale": "$scale", "axis": "$axis"}}},
    {"mark": "$dot", "encoding": {"x": {"field": "mean"}}}
  ]
}
*/
