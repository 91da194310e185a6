/*
title = "differences of runs and effect sizes"
about = "One row per measure and two runs that are compared: how large the difference is."

[columns]
queries           = "how many queries both have a value for"
mean              = "mean of the run over these"
other_mean        = "mean of the other"
difference        = "mean minus other_mean; of geometric means the logarithm of mean / other_mean"
percent           = "by how many percent of other_mean the mean is above it; null if that is 0"
band              = "of that: 'material' above 10 %, 'noticeable' from 5 %, 'small' below (Sparck Jones 1974)"
d                 = "difference by the standard deviation of the differences; null if they are all the same"
d_anova           = """
difference by the residual standard deviation of the two-way analysis of variance over all runs (Sakai 2018)"""
wins              = "queries where the run is above the other, by more than 12 decimals show"
ties              = "queries where both are the same"
losses            = "queries if it is below"
queries_needed    = """
with how many queries the paired t test would find a d like this with the power asked for; null if a million are too
few"""
detectable        = "the difference that it finds with that power with as many queries as there are"
*/
select
    metric,
    run,
    other,
    queries,
    mean,
    other_mean,
    difference,
    100 * change / nullif(base, 0) as percent,
    case
        when abs(change) > 0.1 * base then 'material'
        when abs(change) >= 0.05 * base and difference <> 0 then 'noticeable'
        else 'small'
    end as band,
    difference / nullif(deviation, 0) as d,
    difference / nullif(sqrt(error_variance), 0) as d_anova,
    wins,
    queries - wins - losses as ties,
    losses,
    case
        when deviation > 0 and difference <> 0
            then nullif({{ queries_needed("abs(difference) / deviation", "$alpha", "$power") }}, 0)
    end as queries_needed,
    case when queries >= 2 then {{ smallest_effect("queries", "$alpha", "$power") }} * deviation end as detectable
from contrasts
left join (select metric, error_variance from variances) using (metric)
