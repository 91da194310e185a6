/*
title   = "Tukey's honestly significant difference"
aliases = ["hsd", "tukey_hsd"]
about   = "For all pairs of runs together: with that confidence every one of them covers its difference."
formula = """
mean_i - mean_j +- q sqrt(V_E / n), q the quantile of the studentised range of k values with (k - 1)(n - 1) degrees of
freedom, k runs, n queries"""
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
            margin
        from opposed
        left join
            (
                select
                    metric,
                    case
                        when error_df > 0
                            then {{ range_quantile("$confidence", "runs", "error_df") }}
                                * sqrt(error_variance / queries)
                    end as margin
                from variances
            ) as margins on margins.metric = opposed.metric
        left join ({% include "scores/runs/block_means.sql" %}) as one
            on one.metric = opposed.metric and one.run = opposed.run
        left join ({% include "scores/runs/block_means.sql" %}) as two
            on two.metric = opposed.metric and two.run = opposed.other
    )
