/*
about = """
One row per measure that has a residual, and run, the best first: its mean, how far unjudged documents could move it,
its place, which runs of the same mean share, and the first and last one that it could have then, where all else of
other runs is as it is."""
*/
with
    {{ asked }},

    ranges as (
        select
            leaderboard.metric,
            asked.place as asked_place,
            leaderboard.run,
            leaderboard.place as listed,
            leaderboard.value,
            unjudged.value as residual,
            leaderboard.value + unjudged.value as highest
        from leaderboard
        join asked on asked.metric = leaderboard.metric
        join leaderboard as unjudged on unjudged.metric = asked.residual and unjudged.run = leaderboard.run
    )

select
    ranges.metric,
    ranges.run,
    count(others.run) filter (round(others.value, 12) > round(ranges.value, 12)) + 1 as place,
    ranges.value,
    ranges.residual,
    ranges.highest,
    count(others.run) filter (round(others.value, 12) > round(ranges.highest, 12)) + 1 as first_place,
    count(others.run) filter (round(others.highest, 12) > round(ranges.value, 12)) + 1 as last_place
from ranges
left join ranges as others on others.metric = ranges.metric and others.run <> ranges.run
group by all
order by any_value(ranges.asked_place) asc, any_value(ranges.listed) asc
