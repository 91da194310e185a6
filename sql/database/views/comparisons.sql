/*
from  = "scores"
about = """
One row per measure and two runs, the better one first: how far apart they are, and whether that is significant.
P-values of the paired t test, corrected for the number of all pairs by Holm's procedure; to compare runs with a
baseline alone, call comparisons(baseline := ...), which corrects for fewer pairs, in place of filtering this view."""

[columns]
metric      = "the measure"
run         = "the better run"
other       = "the run that it is compared with"
queries     = "how many queries both runs have a value for"
mean        = "mean of the better run over the queries that both runs have a value for"
other_mean  = "mean of the run compared with, over the queries that both runs have a value for"
difference  = "mean over queries of the better run's value minus that of the run compared with"
lower       = "lower confidence limit of the difference: Student's t, 95%"
upper       = "upper confidence limit of the difference: Student's t, 95%"
percent     = "difference in percent of other_mean; null if other_mean is 0"
wins        = "how many queries the better run has the higher value on, where 12 decimals show it"
ties        = "how many queries both runs have the same value on, to 12 decimals"
losses      = "how many queries the better run has the lower value on, where 12 decimals show it"
p_value     = "p-value of the paired t test, two-sided, uncorrected"
p_corrected = "Holm-adjusted p-value, over all pairs of runs of the measure"
significant = "whether the difference is significant: p_corrected is below 0.05"
*/
with tested as (
    select metric, run, other, 'paired_t' as test, false as familywise, statistic, p_value
    from internal.comparison
)

select
    metric,
    run::varchar as run,
    other::varchar as other,
    queries::integer as queries,
    mean,
    other_mean,
    difference,
    lower,
    upper,
    percent,
    wins::integer as wins,
    ties::integer as ties,
    losses::integer as losses,
    comparison.p_value,
    p_corrected,
    coalesce(p_corrected < 0.05, false) as significant
from internal.comparison
join
    (
        select metric, run, other, p_corrected
        from ({% set correction = "holm" %}{% include "scores/pairs/corrected.sql" %})
    )
    using (metric, run, other)
