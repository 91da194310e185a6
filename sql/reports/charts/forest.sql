/*
name  = "forest"
about = """
One row per measure and two runs that were compared, the largest difference first: the difference of their means, its
interval, and whether it is significant once corrected, by the first test. In every measure a pair is the way round that
it is in the first one.
"""
*/
with told as (
    select rowid as line, comparisons.* from comparisons
), first_test as (
    select metric, min(line) as metric_place, arg_min(test, line) as test from told group by metric
), pairs as (
    select *
    from told
    join first_test using (metric, test)
), turned as (
    select pairs.*, first_pairs.run is not null as turned
    from pairs
    left join (select distinct run, other from pairs where metric_place = (select min(line) from told)) as first_pairs
        on first_pairs.run = pairs.other and first_pairs.other = pairs.run
)
select
    metric,
    metric_place,
    case when turned then other else run end as run,
    case when turned then run else other end as other,
    queries,
    case when turned then -difference else difference end as difference,
    case when turned then -upper else lower end as lower,
    case when turned then -lower else upper end as upper,
    p_corrected,
    significant,
    case
        when not significant then 'neither'
        when ((difference > 0) = (better = 'higher')) <> turned then 'run'
        else 'other'
    end as beats,
    better
from turned
order by metric_place asc, round(case when turned then -difference else difference end, 12) desc, line asc
