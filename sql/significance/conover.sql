/*
title   = "Conover's comparisons after Friedman's test"
about   = """
Which runs differ in their ranks, on the queries for which every run has a value. P-values are for each pair by itself.
Scores that agree to 12 decimals share their ranks. Runs with the same rank sum have p = 1; other pairs have p = 0 if
every query ranks the runs alike."""
formula = """
t = |R_i - R_j| / sqrt(2 (n A - B) / df), A = Σ_ij (r_ij - (k + 1)/2)^2, B = Σ_i (R_i - n(k + 1)/2)^2, df = (k - 1)(n -
1)"""
cite    = "Conover, Practical Nonparametric Statistics, 3rd edition, Wiley 1999, section 5.8"
of      = "pairs"
lacking = "where fewer than two queries have a value for all runs"
by_ranks = true
*/
with
    spread as (
        select
            metric,
            (runs - 1) * (queries - 1) as df,
            queries * sum(squares order by run asc) - sum(rank_sum * rank_sum order by run asc) as error
        from rank_sums
        group by metric, runs, queries
    ),
    studentized as (
        select
            opposed.metric,
            opposed.run,
            opposed.other,
            df,
            case when df > 0 then case
                when one.rank_sum = two.rank_sum then 0
                when error = 0 then 'inf'::double
                else abs(one.rank_sum - two.rank_sum) / sqrt(2 * error / df)
            end end as statistic
        from opposed
        left join spread on spread.metric = opposed.metric
        left join rank_sums as one on one.metric = opposed.metric and one.run = opposed.run
        left join rank_sums as two on two.metric = opposed.metric and two.run = opposed.other
    )
select metric, run, other, statistic, {{ t_tail('statistic', 'df') }} as p_value
from studentized
