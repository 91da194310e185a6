/*
title   = "Wilson's score interval"
aliases = ["wilson_score", "score"]
of      = "means"
binary  = true
about   = """
Of the mean of a measure whose values are 0 or 1; others are refused. The shares that a normal test with their own
variance would not reject: it stays within 0 and 1, and has a width where all values are the same."""
formula = "(m + z^2 / 2n +- z sqrt(m (1 - m) / n + z^2 / 4n^2)) / (1 + z^2 / n), z the normal quantile of (1 + c)/2"
cite    = "Wilson, JASA 22(158), 1927, doi:10.1080/01621459.1927.10502953"
*/
select
    metric,
    run,
    mean,
    case when mean > 0 then (middle - reach) / (1 + z * z / queries) else 0e0 end as lower,
    case when mean < 1 then (middle + reach) / (1 + z * z / queries) else 1e0 end as upper
from
    (
        select
            *,
            mean + z * z / (2 * queries) as middle,
            z * sqrt(mean * (1 - mean) / queries + z * z / (4 * queries * queries)) as reach
        from (select *, {{ normal_quantile("(1 + $confidence) / 2") }} as z from singles)
    )
