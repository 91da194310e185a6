/*
name  = "significance"
about = """
One row per measure and two runs that were compared, each pair both ways: how far the mean of the one is above that of
the other, and whether that is significant once corrected, by the first test. `place` orders the runs by their means,
the best first.
"""
*/
with told as (
    select rowid as line, comparisons.* from comparisons
), first_test as (
    select metric, min(line) as metric_place, arg_min(test, line) as test from told group by metric
), pairs as (
    select metric, metric_place, run, other, mean, difference, p_corrected, significant, better, queries
    from told
    join first_test using (metric, test)
    union all
    select metric, metric_place, other, run, other_mean, -difference, p_corrected, significant, better, queries
    from told
    join first_test using (metric, test)
), placed as (
    select
        metric,
        run,
        row_number() over (
            partition by metric
            order by round(max(case when better = 'lower' then -mean else mean end), 12) desc, run asc
        ) as place
    from pairs
    group by metric, run
)
select
    metric,
    pairs.run,
    one.place,
    pairs.other,
    two.place as other_place,
    queries,
    difference,
    p_corrected,
    significant,
    better
from pairs
join placed as one using (metric, run)
join placed as two on two.metric = pairs.metric and two.run = pairs.other
order by metric_place asc, one.place asc, other_place asc
