/*
title   = "analysis of variance"
about   = "By the variance that is left over all runs once what is owed to runs and queries is taken out."
formula = "mean_i - mean_j +- t sqrt(2 V_E / n), t the quantile of (k - 1)(n - 1) degrees of freedom, k runs, n queries"
cite    = "Sakai, Laboratory Experiments in Information Retrieval, Springer 2018. doi:10.1007/978-981-13-1199-4"
*/
select
    metric,
    run,
    other,
    difference - margin as lower,
    difference + margin as upper
from
    (
        select
            opposed.metric,
            opposed.run,
            opposed.other,
            one.block_mean - two.block_mean as difference,
            case
                when error_df > 0
                    then {{ t_quantile("(1 + $confidence) / 2", "error_df") }}
                        * sqrt(2 * error_variance / variances.queries)
            end as margin
        from opposed
        left join variances on variances.metric = opposed.metric
        left join ({% include "scores/runs/block_means.sql" %}) as one
            on one.metric = opposed.metric and one.run = opposed.run
        left join ({% include "scores/runs/block_means.sql" %}) as two
            on two.metric = opposed.metric and two.run = opposed.other
    )
