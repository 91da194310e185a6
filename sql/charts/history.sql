/*
name  = "history"
about = """
One row per evaluation that a database notes and run, the oldest first, of the measure $metric: the run's value, and
whether it is worse than one before: the one just before, or the best.
"""
*/
with fallen as (
    select evaluation, run, string_agg(against, ', ' order by rowid asc) as against
    from regressions
    where regression and metric = $metric
    group by all
)

select
    log.evaluation,
    evaluated_at,
    label,
    left(git_commit, 7) as git_commit,
    run,
    value,
    against,
    case when against is not null then value end as fall
from log
left join fallen using (evaluation, run)
where metric = $metric
order by log.evaluation asc, run asc
