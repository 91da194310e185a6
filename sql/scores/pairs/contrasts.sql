/*
about = """
One row per measure and two runs that are compared: their means on shared queries, and how these differ. Geometric means
differ by a factor: the difference is its logarithm."""

[columns]
change = "by what share of base the mean is above the other"
base   = "what that is a share of"
*/
select
    metric,
    run,
    other,
    queries,
    case when logs then exp(run_mean) else run_mean end as mean,
    case when logs then exp(pairs.other_mean) else pairs.other_mean end as other_mean,
    pairs.mean as difference,
    case when logs then exp(pairs.mean) - 1 else pairs.mean end as change,
    case when logs then 1 else abs(pairs.other_mean) end as base,
    sqrt(variance) as deviation,
    wins,
    losses
from pairs
join asked using (metric)
