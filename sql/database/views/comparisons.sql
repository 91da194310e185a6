/*
name  = "comparisons"
about = """
One row per measure and two runs, the better one first: how far apart they are, and whether that is
significant. P-values of the paired t test, corrected for the number of pairs by Holm's procedure.
"""

[columns]
metric      = "the measure"
run         = "the better run"
other       = "the run that it is compared with"
queries     = "how many queries both have a value for"
mean        = "mean of the run over these"
other_mean  = "mean of the other"
difference  = "mean of the differences"
lower       = "lower confidence limit of the difference: Student's t, 95 %"
upper       = "upper confidence limit"
percent     = "difference in percent of other_mean; null where that is 0"
wins        = "queries where the run is above the other, by more than 12 decimals show"
ties        = "queries where both are the same"
losses      = "queries where it is below"
p_value     = "p-value of the paired t test, two-sided, as it is"
p_corrected = "Holm-adjusted p-value, over all pairs of runs of the measure"
significant = "whether p_corrected is below 0.05"
*/
with tested as (
    select metric, run, other, 'paired_t' as test, false as familywise, statistic, p_value
    from comparison
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
from comparison
join
    (
        select metric, run, other, p_corrected
        from ({% set correction = "holm" %}{% include "scores/corrected.sql" %})
    )
    using (metric, run, other)
