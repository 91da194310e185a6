/*
about = """
One row per measure and run: its values on the queries that two runs or more have one for, in the order of the queries,
null if it has none. So what stands at one place of two lists belongs together, and two runs are compared without a
join of their queries."""
*/
select metric, run, list(value order by query_id asc) as line
from (select metric, query_id from compared group by metric, query_id having count(*) > 1)
join standings using (metric)
left join compared using (metric, run, query_id)
group by metric, run
