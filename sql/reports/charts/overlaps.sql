/*
name  = "overlaps"
about = """
One row per two runs, in both directions: the mean of the rank-biased overlaps of their rankings over the queries that
both answer, and how many these are.
"""
*/
with means as (
    select run, other, avg(value order by query_id asc) as value, count(*) as queries
    from overlap
    group by all
)

select run, other, value, queries, '' as mark
from (from means union all select other, run, value, queries from means)
order by run asc, other asc
