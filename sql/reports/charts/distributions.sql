/*
name  = "distributions"
about = """
One row per measure, run and query, the best run of each measure first: the value, and of the values of the run the
mean, the lowest, the highest and the quartiles, between two values by their distance.
"""
*/
select
    metric,
    asked.place as metric_place,
    run,
    standings.place,
    standings.queries,
    query_id,
    value,
    mean,
    lowest,
    lower_quartile,
    median,
    upper_quartile,
    highest
from standings
join asked using (metric)
join
    (
        select
            metric,
            run,
            min(value) as lowest,
            quantile_cont(value, 0.25) as lower_quartile,
            quantile_cont(value, 0.5) as median,
            quantile_cont(value, 0.75) as upper_quartile,
            max(value) as highest
        from scores
        where value is not null
        group by metric, run
    ) using (metric, run)
join (select metric, run, query_id, value from scores where value is not null) using (metric, run)
order by metric_place asc, standings.place asc, query_id asc
