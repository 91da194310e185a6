/*
about   = """
Scores by how far they are from the mean of the reference runs on the query, in standard deviations (z; of a sample,
over n - 1), through the distribution function of the normal distribution to 0 to 1. On a query where the reference runs
all have the same value (to 12 decimals), or if there is only one, every score is 0.5 and z is 0; if none has a
value, it is null."""
formula = "Phi((value - mean) / deviation)"
cite    = "Webber, Moffat and Zobel, SIGIR 2008. doi:10.1145/1390334.1390346"
*/
-- over n - 1, as sd() of R does, which those who compare kinds of standardization use (Urbano, Lima and Hanjalic,
-- SIGIR 2019)
with
spread as (
    select
        metric,
        query_id,
        avg(value order by run asc) as mean,
        stddev_samp(value order by run asc) as deviation,
        round(min(value), 12) < round(max(value), 12) as differ
    from scores
    where value is not null and (len($reference::varchar[]) = 0 or list_contains($reference::varchar[], run))
    group by all
),

placed as (
    select run, query_id, metric, value as score, case when differ then (value - mean) / deviation else 0 end as z
    from scores
    join spread using (metric, query_id)
    where value is not null
)

select
    run,
    query_id,
    metric,
    {{ normal_cdf("z") }} as value,
    z,
    score
from placed
