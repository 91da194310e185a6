/*
name  = "difficulty"
about = """
One row per query, of the measure $metric, the hardest first: the mean of the runs on it, and the
least and the highest of their scores.
"""
*/
select query_id, place, runs, mean, median, deviation, lowest, highest, best_run
from queries
where metric = $metric
order by place asc
