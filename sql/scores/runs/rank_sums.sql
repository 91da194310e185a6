/*
about = """
One row per measure and run: by how much its ranks on the queries, the lowest value first, exceed the middle rank,
summed, and the squares of that, summed. Scores that are alike to 12 decimals share their ranks. All sums are exact."""
*/
with ranked as (
    select
        metric,
        run,
        query_id,
        count(*) over (partition by metric, query_id) as runs,
        rank() over (partition by metric, query_id order by round(value, 12) asc)
            + (count(*) over (partition by metric, query_id, round(value, 12)) - 1) / 2e0
            - (count(*) over (partition by metric, query_id) + 1) / 2e0 as above_middle
    from blocks
)
select
    metric,
    run,
    runs,
    count(*) as queries,
    sum(above_middle order by query_id asc) as rank_sum,
    sum(above_middle * above_middle order by query_id asc) as squares
from ranked
group by metric, run, runs
