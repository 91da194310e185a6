/*
about = """
One row per measure, attribute and slice: what the runs score on its queries, by the mean of all runs on each, and the
run that does best there; null if several do. Slices of fewer than 10 queries are said to be small."""
*/
with
    of_queries as (
        select metric, query_id, avg(value order by run asc) as mean
        from scores
        where value is not null
        group by all
    ),
    of_runs as (
        select metric, attribute, slice, run, avg(value order by query_id asc) as mean
        from compared
        join slices using (query_id)
        group by all
    ),
    best as (
        select metric, attribute, slice, {{ best_of("of_runs.mean * sign") | indent(8) }} as best_run
        from of_runs
        join asked using (metric)
        group by all
    )
select
    metric,
    attribute,
    slice,
    count(*) as queries,
    count(*) < 10 as small,
    avg(mean order by query_id asc) as mean,
    median(mean) as median,
    stddev_samp(mean order by query_id asc) as deviation,
    min(mean) as lowest,
    max(mean) as highest,
    best_run
from of_queries
join slices using (query_id)
join best using (metric, attribute, slice)
join asked using (metric)
group by metric, asked.place, attribute, attribute_place, slice, slices.place, best_run
order by asked.place asc, attribute_place asc, slices.place asc
