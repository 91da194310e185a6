/*
about = "One row per board, resample and run with a value in each collection drawn: its macro mean and mean rank there."

[columns]
metric     = "the board"
resample   = "number of the resample"
run        = "name of the run"
macro_mean = "the mean over the collections that were drawn"
mean_rank  = "the mean of its ranks in these"
*/
with
means as (
    select metric, resample, slot, run, sign, list_avg(list_select(line, places)) as mean
    from suite_picks
    join suite_lines using (metric, number)
),

ranked as (
    select
        metric,
        resample,
        slot,
        run,
        mean,
        rank() over (partition by metric, resample, slot order by round(mean, 12) * sign desc nulls last)
            + (count(*) over (partition by metric, resample, slot, round(mean, 12)) - 1) / 2e0 as rank
    from means
)

select
    metric,
    resample,
    run,
    avg(mean order by slot asc) as macro_mean,
    avg(rank order by slot asc) as mean_rank
from ranked
group by metric, resample, run
having count(mean) = count(*)
