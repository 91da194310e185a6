/*
about = """
One row per measure of a sweep and run: the value of the parameter, the run's mean, its place (equal where means are, to
12 decimals), by how many places it is above (or, below 0, under) its position by the first measure, and tau of the two
orderings."""
*/
with
placed as (
    select
        metric,
        means.place as number,
        run,
        mean,
        rank() over (partition by metric order by round(value, 12) desc) as place
    from means
    join standings using (metric, run)
)

select
    metric as measure,
    swept.value,
    run,
    placed.mean,
    placed.place,
    first.place - placed.place as moved,
    tau.value as tau,
    tau.p_value
from placed
join swept using (metric)
left join (select run, place from placed where number = 1) as first using (run)
left join ({{ tau }}) as tau on tau.other = placed.metric
order by number asc, placed.place asc, run asc
