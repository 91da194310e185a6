/*
name  = "contrasts"
about = "One row per measure and two runs that are compared: their means on shared queries, and how these differ."
*/
select
    metric,
    run,
    other,
    queries,
    run_mean as mean,
    other_mean,
    mean as difference,
    sqrt(variance) as deviation,
    wins,
    losses
from pairs
