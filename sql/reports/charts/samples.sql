/*
name  = "samples"
about = """
One row per measure and value of Kendall's tau-b between the ordering of the runs by a sample and that by all: how many
samples have it.
"""
*/
select metric, max(runs) as runs, round(tau, 12) as tau, count(*) as samples
from samples
where tau is not null
group by metric, round(tau, 12)
order by metric asc, tau asc
