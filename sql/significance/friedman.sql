/*
title   = "Friedman's test"
about   = """
Whether the runs differ in their ranks, on the queries for which every run has a value. Scores that agree to 12 decimals
are tied and share their ranks, and the statistic is corrected for ties. If all runs are tied on every query, p = 1."""
formula = """
chi^2 = (k - 1) Σ_i (R_i - n(k + 1)/2)^2 / Σ_ij (r_ij - (k + 1)/2)^2, r_ij the rank of run i on query j, R_i its sum"""
cite    = "Friedman, Journal of the American Statistical Association 32(200), 1937. doi:10.1080/01621459.1937.10503522"
of      = "runs"
*/
with summed as (
    select
        metric,
        runs - 1 as df,
        case when runs > 1 and queries > 1 then case
            when sum(squares order by run asc) = 0 then 0
            else (runs - 1) * sum(rank_sum * rank_sum order by run asc) / sum(squares order by run asc)
        end end as statistic
    from rank_sums
    group by metric, runs, queries
)
select metric, statistic, df, null::bigint as error_df, {{ chi2_tail('statistic', 'df') }} as p_value
from asked
left join summed using (metric)
