/*
title   = "Mann and Whitney's test"
caption = "Mann and Whitney"
about   = """
Whether the means of the runs in one category tend to be above those in another, for every two categories. Two-sided;
exact if one of the two has at most 8 runs and no two means agree to 12 decimals, otherwise by the normal distribution
with corrections for ties and continuity. If all means are tied, p = 1."""
formula = """
U = R_1 - n_1(n_1 + 1)/2, z = (max(U, n_1 n_2 - U) - n_1 n_2/2 - 1/2) / sqrt(n_1 n_2/12 (N + 1 - Σ(t^3 - t) / (N(N -
1))))"""
cite    = "Mann and Whitney, Annals of Mathematical Statistics 18(1), 1947. doi:10.1214/aoms/1177730491"
of      = "pairs of categories"
*/
with
    means as (select metric, category, run, round(mean, 12) as mean from standings join categories using (metric, run)),
    kinds as (select metric, category from means group by metric, category),
    both_kinds as (
        select
            one.metric,
            one.category,
            two.category as other,
            means.category = one.category as is_first,
            rank() over same_two + (count(*) over tied_two - 1) / 2e0 as place,
            count(*) over tied_two as tied
        from kinds as one
        join kinds as two on two.metric = one.metric and two.category > one.category
        join means on means.metric = one.metric and means.category in (one.category, two.category)
        window
            same_two as (partition by one.metric, one.category, two.category order by means.mean asc),
            tied_two as (partition by one.metric, one.category, two.category, means.mean)
    ),
    counted as (
        select
            metric,
            category,
            other,
            count(*) filter (is_first) as m,
            count(*) filter (not is_first) as n,
            sum(place order by place asc) filter (is_first) as rank_sum,
            sum(tied * tied - 1 order by place asc) as ties
        from both_kinds
        group by metric, category, other
    ),
    tested as (
        select
            *,
            rank_sum - m * (m + 1) / 2e0 as statistic,
            m * n / 12e0 * (m + n + 1 - ties / ((m + n) * (m + n - 1))) as variance,
            (m > 8 and n > 8) or ties > 0 as by_normal
        from counted
    )
select
    metric,
    category,
    other,
    statistic,
    case
        when not by_normal then {{ rank_sum_tail('least(statistic, m * n - statistic)', 'm', 'n') }}
        when variance <= 0 or 2 * statistic = m * n then 1
        else {{ normal_tail('(abs(statistic - m * n / 2e0) - 0.5) / sqrt(variance)') }}
    end as p_value
from tested
