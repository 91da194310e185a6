/*
about = """
One row per measure and run, best first: its place, which runs of the same mean share; its mean with the 95% interval
by Student's t over queries, within the range of the measure; and how high it would be if every unjudged document were
relevant, if the measure has a residual."""
*/
with
    {{ asked }},

    spread as (
        select metric, run, count(value) as answers, var_samp(value order by query_id asc) as variance
        from scores
        semi join asked using (metric)
        group by all
    ),

    quantiles as (
        select answers, {{ t_quantile("0.975e0", "answers - 1") | indent(8) }} as t
        from (select distinct answers from spread where answers >= 2)
    ),

    known as (
        -- of a measure of another tool no range is known
        select metric, summary, coalesce(range_low, '-inf'::double) as low, coalesce(range_high, 'inf'::double) as high
        from measures
    )

select
    leaderboard.metric,
    leaderboard.run,
    min(leaderboard.place) over (partition by leaderboard.metric, round(leaderboard.value, 12)) as place,
    leaderboard.value,
    -- no further than values can be, unless the mean itself is
    case
        when known.summary = 'mean' and t is not null
            then greatest(leaderboard.value - t * sqrt(variance / answers), least(low, leaderboard.value))
    end as lower,
    case
        when known.summary = 'mean' and t is not null
            then least(leaderboard.value + t * sqrt(variance / answers), greatest(high, leaderboard.value))
    end as upper,
    leaderboard.value + unjudged.value as highest,
    leaderboard.queries
from leaderboard
join asked on asked.metric = leaderboard.metric
join known on known.metric = leaderboard.metric
join spread on spread.metric = leaderboard.metric and spread.run = leaderboard.run
left join quantiles using (answers)
left join leaderboard as unjudged on unjudged.metric = asked.residual and unjudged.run = leaderboard.run
order by asked.place asc, leaderboard.place asc
