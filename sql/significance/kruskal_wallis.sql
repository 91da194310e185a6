/*
title   = "Kruskal and Wallis's test"
caption = "Kruskal and Wallis"
about   = """
Whether categories of runs differ in the ranks of the runs' means. Means that agree to 12 decimals are tied and share
their ranks, and the statistic is corrected for ties. Runs without a category are left out; if all means are tied, p =
1."""
formula = """
H = (N - 1) Σ_c n_c (mean rank of c - (N + 1)/2)^2 / Σ_i (r_i - (N + 1)/2)^2, N runs, n_c of them in category c"""
cite    = """
Kruskal and Wallis, Journal of the American Statistical Association 47(260), 1952. doi:10.1080/01621459.1952.10483441"""
of      = "categories"
*/
with
    ranked as (
        select
            metric,
            category,
            run,
            count(*) over (partition by metric) as runs,
            rank() over (partition by metric order by round(mean, 12) asc)
                + (count(*) over (partition by metric, round(mean, 12)) - 1) / 2e0
                - (count(*) over (partition by metric) + 1) / 2e0 as above_middle
        from standings
        join categories using (metric, run)
    ),
    sums as (
        select
            metric,
            category,
            runs,
            pow(sum(above_middle order by run asc), 2) / count(*) as between_categories,
            sum(above_middle * above_middle order by run asc) as squares
        from ranked
        group by metric, category, runs
    ),
    summed as (
        select
            metric,
            count(*) - 1 as df,
            case when count(*) > 1 then case
                when sum(squares order by category asc) = 0 then 0
                else (runs - 1) * sum(between_categories order by category asc) / sum(squares order by category asc)
            end end as statistic
        from sums
        group by metric, runs
    )
select metric, statistic, df, null::bigint as error_df, {{ chi2_tail('statistic', 'df') }} as p_value
from asked
left join summed using (metric)
