/*
title      = "Nemenyi's comparisons after Friedman's test"
about      = """
Which runs differ in their mean ranks, on the queries for which every run has a value, compared with the largest
difference among all runs that chance would produce. Scores that agree to 12 decimals share their ranks; as usual, the
statistic is not corrected for ties."""
formula    = """
q = |R_i - R_j| / n / sqrt(k(k + 1) / (12 n)), against the studentized range of k values with infinite degrees of
freedom"""
cite       = "Demšar, Journal of Machine Learning Research 7, 2006, section 3.2.2"
of         = "pairs"
lacking    = "where fewer than two queries have a value for all runs"
by_ranks   = true
familywise = true
*/
with studentized as (
    select
        opposed.metric,
        opposed.run,
        opposed.other,
        one.runs,
        case when one.queries > 1
            then abs(one.rank_sum - two.rank_sum) / one.queries / sqrt(one.runs * (one.runs + 1) / (12e0 * one.queries))
        end as statistic
    from opposed
    left join rank_sums as one on one.metric = opposed.metric and one.run = opposed.run
    left join rank_sums as two on two.metric = opposed.metric and two.run = opposed.other
)
select metric, run, other, statistic, {{ range_tail('statistic', 'runs', "'inf'::double") }} as p_value
from studentized
