/*
name  = "comparison"
about = """
One row per measure and two runs, the better one first: how far apart they are, and whether that is
significant. P-values are uncorrected; view comparisons has them corrected.
"""

[columns]
metric     = "the measure"
run        = "the better run"
other      = "the run that it is compared with"
queries    = "how many queries both have a value for"
mean       = "mean of the run over these"
other_mean = "mean of the other"
difference = "mean of the differences"
lower      = "lower confidence limit of the difference: Student's t, 95 %"
upper      = "upper confidence limit"
percent    = "difference in percent of other_mean; null where that is 0"
wins       = "queries where the run is above the other, by more than 12 decimals show"
ties       = "queries where both are the same"
losses     = "queries where it is below"
statistic  = "t of the paired t test; null where all differences are the same"
p_value    = "p-value of it, two-sided, uncorrected"
*/
select
    metric,
    run::run_name as run,
    other::run_name as other,
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
