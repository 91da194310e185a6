/*
name  = "pool"
about = """
One row per depth of the pool and run, of the measure $metric: the run's score by the judgments of that pool, and last,
where the depth is null, by all judgments. With each depth, how alike the two orderings are and how many documents are
judged. The best run by all judgments comes first.
"""
*/
with
    of_runs as (select run, depth, score, pooled, place, residual, pooled_residual from runs where metric = $metric),
    of_depths as (select depth, judged, tau from summary where metric = $metric)

select depth, judged, tau, run, place, value, residual
from
    (
        select depth, judged, tau, run, place, pooled as value, pooled_residual as residual
        from of_runs
        join of_depths using (depth)
        union all
        select distinct null::bigint, null::bigint, null::double, run, place, score, residual
        from of_runs
    )
order by place asc nulls last, run asc, depth asc nulls last
