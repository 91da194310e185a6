/*
title   = "bootstrap percentiles"
aliases = ["bootstrap", "bootstrap_percentile"]
by_cluster = true
about   = "Between quantiles of the means of samples drawn with replacement from the differences."
formula = "the (1 - c)/2 and (1 + c)/2 quantiles of mean(d*), between ranks by a straight line"
cite    = "Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13"
*/
select
    metric,
    run,
    other,
    case when queries >= 2 then {{ quantile("means", "(1 - $confidence) / 2") }} end as lower,
    case when queries >= 2 then {{ quantile("means", "(1 + $confidence) / 2") }} end as upper
from ({% include "scores/pairs/resampled.sql" %})
