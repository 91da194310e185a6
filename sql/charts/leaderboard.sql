/*
name     = "leaderboard"
about    = "One row per measure and run, the best run first: the mean, and its interval within the measure's range."
shows    = "The mean of every run, best first, with its confidence interval: one panel per measure, four at most."
of       = "evaluate"
lines    = "run"
colored  = true
panel    = "metric"
span     = ["mean", "lower", "upper"]
heading  = "Runs by $panels"
subtitle = "Means over $over; lines: $level confidence intervals ($method)$left_out"
arguments.confidence = { default = 0.95, about = "of the intervals of the means." }
arguments.intervals  = { default = "none", columns = ["metric", "run", "lower", "upper"], about = """
rows of evalsql.mean_intervals, to draw in place of those by Student's t over queries.""" }
arguments.method     = { default = "Student's t", about = "how the intervals were made, which the chart says." }
*/
with ends as (
    select
        metric,
        run,
        case when logs then exp(middle - margin) else middle - margin end as lower,
        case when logs then exp(middle + margin) else middle + margin end as upper
    from
        (
            select
                *,
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
        )
    join asked using (metric)
    where $intervals is null
    union all
    select unnest($intervals::struct(metric varchar, run varchar, lower double, upper double)[], recursive := true)
)
select
    standings.*,
    -- no further than values can be, unless the mean itself is
    case when ends.lower is not null then greatest(ends.lower, least(low, mean)) end as lower,
    case when ends.upper is not null then least(ends.upper, greatest(high, mean)) end as upper,
    {{ over_queries("standings.queries") }} as over,
    {{ percent("$confidence") }} as level
from standings
join asked using (metric)
left join ends using (metric, run)
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
