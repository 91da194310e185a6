/*
title   = "Clopper and Pearson's exact interval"
aliases = ["clopper_pearson", "binomial"]
of      = "means"
binary  = true
about   = """
Of the mean of a measure whose values are 0 or 1; others are refused. The shares that an exact binomial test to either
side would not reject: it covers at least as often as it says, and so is wide."""
formula = """
the (1 - c)/2 quantile of Beta(x, n - x + 1), and one minus that of Beta(n - x, x + 1), of x ones among n values; 0 if x
= 0, and 1 if x = n"""
cite    = "Clopper and Pearson, Biometrika 26(4), 1934, doi:10.1093/biomet/26.4.404"
*/
select
    metric,
    run,
    mean,
    case
        when ones > 0 then {{ beta_quantile("(1 - $confidence) / 2", "ones", "queries - ones + 1") }}
        else 0e0
    end as lower,
    case
        when ones < queries then 1 - {{ beta_quantile("(1 - $confidence) / 2", "queries - ones", "ones + 1") }}
        else 1e0
    end as upper
from (select *, round(mean * queries) as ones from singles)
