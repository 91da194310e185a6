/*
name  = "suite"
about = """
Two rows per run of a suite that has all collections, of the board $metric, the best by Borda rank first: its mean rank
over the collections and its mean over them, each with its interval; and up to which mean rank runs are not told apart
from the best one by Nemenyi's critical difference.
"""
*/
with ranked as (
    select *, rowid as number
    from leaderboard
    where metric = $metric and borda is not null
)

select panel, run, borda, value, lower, upper, like_best
from
    (
        select number, 'rank' as panel, run, borda, mean_rank as value, rank_lower as lower, rank_upper as upper
        from ranked
        union all
        select number, 'mean', run, borda, macro_mean, mean_lower, mean_upper
        from ranked
    )
left join
    (
        select
            'rank' as panel,
            min(mean_rank) + (select max(critical_difference) from tests where metric = $metric) as like_best
        from ranked
    )
    using (panel)
order by panel desc, number asc
