/*
name  = "moved"
about = """
One row per run, of the measure $metric, the best by all judgments first: its score by all judgments, and by those of
the other pool, or without what only it or its team contributed.
"""
*/
select run, score, pooled, difference, place, pooled_place
from runs
where metric = $metric
order by place asc nulls last, run asc
