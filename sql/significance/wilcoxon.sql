/*
name    = "wilcoxon"
title   = "Wilcoxon signed-rank test"
about   = "Whether the differences lie evenly around 0, by their ranks. Differences of 0 are left out, equal ones (to 12 decimals) share their mean rank. Exact for up to 50 differences without ties, and otherwise by the normal distribution with the correction for ties, without one for continuity."
formula = "W = least(W+, W-), the sums of the ranks of |d| where d is above 0 and below; z = (W - n(n + 1)/4) / sqrt((n(n + 1)(2n + 1) - sum(t^3 - t)/2) / 24)"
cite    = "Wilcoxon, Biometrics Bulletin 1(6), 1945, doi:10.2307/3001968"
of      = "pairs"
by_ranks = true
aliases = ["signed_rank"]
*/
select
    metric,
    run,
    other,
    w as statistic,
    case
        when queries < 2 then null
        when n = 0 then 1e0
        when n <= 50 and tied = 0 then {{ signed_rank_tail("w", "n") }}
        else {{ normal_tail("(w - n * (n + 1) / 4) / sqrt((n * (n + 1) * (2 * n + 1) - tied / 2) / 24)") }}
    end as p_value
from
    (
        select
            metric,
            run,
            other,
            count(*) as queries,
            count(*) filter (size > 0)::double as n,
            -- over the members of a tie of t, t^2 - 1 adds up to t^3 - t
            coalesce(sum((ties * ties - 1)::bigint order by size asc) filter (size > 0), 0)::double as tied,
            least(
                coalesce(sum(rank order by size asc) filter (size > 0 and difference > 0), 0),
                coalesce(sum(rank order by size asc) filter (size > 0 and difference < 0), 0)
            )::double as w
        from
            (
                select
                    metric,
                    run,
                    other,
                    difference,
                    size,
                    count(*) over same as ties,
                    -- ranks begin after the differences of 0
                    rank() over (partition by metric, run, other order by size asc)
                    - count(*) filter (size = 0) over (partition by metric, run, other)
                    + (count(*) over same - 1) / 2 as rank
                from
                    (
                        select metric, run, other, difference, round(abs(difference), 12) as size
                        from differences
                    )
                window same as (partition by metric, run, other, size)
            )
        group by all
    )
