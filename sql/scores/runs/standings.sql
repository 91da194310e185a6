/*
about = """
One row per measure and run: its mean, or the geometric mean if that is what a run shows, and its place, the best run
first."""
*/
select
    metric,
    run,
    queries,
    case when logs then exp(mean) else mean end as mean,
    -- means that are the same but for rounding are in the order of the names
    row_number() over (partition by metric order by round(mean * sign, 12) desc, run asc) as place
from
    (
        select metric, run, count(*) as queries, avg(value order by query_id asc) as mean
        from compared
        group by all
    )
join asked using (metric)
