/*
title   = "Student's t"
aliases = ["t", "t_test", "paired_t"]
by_cluster = true
about   = "The interval of the paired t test."
formula = "mean(d) +- t sd(d) / sqrt(n), t the quantile of n - 1 degrees of freedom"
cite    = "Student, Biometrika 6(1), 1908, doi:10.2307/2331554"
*/
select
    metric,
    run,
    other,
    mean - margin as lower,
    mean + margin as upper
from
    (
        select
            metric,
            run,
            other,
            mean,
            case
                when queries >= 2
                    then {{ t_quantile("(1 + $confidence) / 2", "queries - 1") }} * sqrt(variance / queries)
            end as margin
        from pairs
    )
