/*
name  = "two_measures"
about = """
One row per run that two measures have a mean for, the best by the first one first: its mean by each, and Kendall's
tau-b between the orderings.
"""
*/
select
    orderings.run,
    orderings.metric,
    orderings.other,
    one.mean,
    two.mean as other_mean,
    orderings.rank,
    orderings.other_rank,
    tau.value as tau,
    tau.runs
from orderings
join standings as one on one.metric = orderings.metric and one.run = orderings.run
join standings as two on two.metric = orderings.other and two.run = orderings.run
left join ({{ tau }}) as tau on tau.metric = orderings.metric and tau.other = orderings.other
where orderings.forward
order by orderings.rank asc, orderings.run asc
