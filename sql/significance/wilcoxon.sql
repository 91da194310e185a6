/*
title   = "Wilcoxon signed-rank test"
about   = """
Whether the differences are symmetric around 0, by their ranks. Differences of 0 are left out, and equal ones (to 12
decimals) share their mean rank. Exact for up to 50 differences without ties; otherwise by the normal distribution with
the correction for ties but none for continuity."""
formula = """
W = least(W+, W-), one-sided W+, the sums of the ranks of |d| where d is above 0 and below; z = (W - n(n + 1)/4) /
sqrt((n(n + 1)(2n + 1) - sum(t^3 - t)/2) / 24)"""
cite    = "Wilcoxon, Biometrics Bulletin 1(6), 1945, doi:10.2307/3001968"
of      = "pairs"
smallest = """
case when differ > 1 then least(pow(2, 1e0 - differ), {{ normal_tail("sqrt(differ)") }}) else 1e0 end"""
by_ranks = true
one_sided = true
aliases = ["signed_rank", "wilcoxon_signed_rank", "wilcoxon_test", "signed_rank_test"]

[unlike]
mann_whitney = "it is of independent samples; runs are scored on the same queries, so use wilcoxon"
mann_whitney_u = "it is of independent samples; runs are scored on the same queries, so use wilcoxon"
rank_sum = "it is of independent samples; runs are scored on the same queries, so use wilcoxon"
*/
with
numbered as materialized (
    select metric, run, other, queries, differences, row_number() over () as pair
    from pairs
),

-- ranks are doubled, and so whole numbers: a tie shares the mean of its ranks
ranked as (
    select
        pair,
        difference > 0 as above,
        count(*) over same as ties,
        2 * rank() over (partition by pair order by size asc) + count(*) over same - 1 as twice_rank
    from
        (
            select pair, difference, round(abs(difference), 12) as size
            from (select pair, unnest(differences) as difference from numbered)
        )
    where size > 0
    window same as (partition by pair, size)
),

summed as (
    select
        pair,
        count(*)::double as n,
        -- over the members of a tie of t, t^2 - 1 adds up to t^3 - t
        sum((ties * ties - 1)::bigint order by twice_rank asc)::double as tied,
        coalesce(sum(twice_rank::bigint order by twice_rank asc) filter (above), 0) / 2 as w_above,
        coalesce(sum(twice_rank::bigint order by twice_rank asc) filter (not above), 0) / 2 as w_below,
        least(w_above, w_below) as w
    from ranked
    group by pair
)

select
    metric,
    run,
    other,
    coalesce(case when $alternative = 'two-sided' then w else w_above end, 0) as statistic,
    case
        when queries < 2 then null
        when n is null then 1e0
        when n <= 50 and tied = 0 then {{ steps_to_side(signed_rank_tail, "w_above", "w_below", "n") }}
        else {{ to_side(
            ahead("w_above - w_below"),
            normal_tail("(w - n * (n + 1) / 4) / sqrt((n * (n + 1) * (2 * n + 1) - tied / 2) / 24)")
        ) }}
    end as p_value
from numbered
left join summed using (pair)
