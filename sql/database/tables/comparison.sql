/*
schema = "internal"
from   = "scores"
about  = """
One row per measure and two runs, the better one first: how far apart they are, and whether that is significant.
P-values are uncorrected; view comparisons has them corrected."""

[columns]
metric     = "the measure"
run        = "the better run"
other      = "the run that it is compared with"
queries    = "how many queries both runs have a value for"
mean       = "mean of the better run over the queries that both runs have a value for"
other_mean = "mean of the run compared with, over the queries that both runs have a value for"
difference = "mean over queries of the better run's value minus that of the run compared with"
lower      = "lower confidence limit of the difference: Student's t, 95%"
upper      = "upper confidence limit of the difference: Student's t, 95%"
percent    = "difference in percent of other_mean; null if other_mean is 0"
wins       = "how many queries the better run has the higher value on, where 12 decimals show it"
ties       = "how many queries both runs have the same value on, to 12 decimals"
losses     = "how many queries the better run has the lower value on, where 12 decimals show it"
statistic  = "t of the paired t test; null if all differences are the same"
p_value    = "p-value of the paired t test, two-sided, uncorrected"
*/
select
    metric,
    run::internal.run_name as run,
    other::internal.run_name as other,
    queries,
    mean,
    other_mean,
    difference,
    lower,
    upper,
    percent,
    wins,
    ties,
    losses,
    statistic,
    p_value
from made_paired
order by metric asc, run asc, other asc
