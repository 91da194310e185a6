/*
about   = """
One row per board of a suite and run that has all its collections: the mean of its means, and what its ranks in them
come to. Means that are alike to 12 decimals share their ranks."""
formula = """
macro mean = 1/D Σ_d mean_d; mean rank = 1/D Σ_d rank_d; Borda points = Σ_d (runs - rank_d); Borda rank = 1 + how many
runs have more points"""
cite    = "Colombo, Noiry, Irurozki and Clémençon, NeurIPS 2022 (the Borda rank of leaderboards, as in MTEB)"

[columns]
metric     = "the board"
run        = "name of the run"
place      = "1, 2, 3, ... by Borda rank, then by macro mean, then by name"
macro_mean = "the mean over the collections of the run's means"
points     = "how many runs it is above in a collection, a tie for half of one, added up over them"
borda      = "its Borda rank"
mean_rank  = "the mean of its ranks in the collections, 1 for the best"
*/
with
ranked as (
    select
        metric,
        run,
        number,
        mean,
        sign,
        count(*) over (partition by metric, number) as runs,
        rank() over (partition by metric, number order by round(mean, 12) * sign desc)
            + (count(*) over (partition by metric, number, round(mean, 12)) - 1) / 2e0 as rank
    from suite_means
    semi join suite_complete using (metric, run)
),

summed as (
    select
        metric,
        run,
        sign,
        avg(mean order by number asc) as macro_mean,
        sum(runs - rank order by number asc) as points,
        avg(rank order by number asc) as mean_rank
    from ranked
    group by metric, run, sign
)

select
    metric,
    run,
    row_number() over (partition by metric order by points desc, round(macro_mean, 12) * sign desc, run asc) as place,
    macro_mean,
    points,
    rank() over (partition by metric order by points desc) as borda,
    mean_rank
from summed
