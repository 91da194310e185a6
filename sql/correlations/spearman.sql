/*
title   = "Spearman's rho"
of      = "orderings"
place   = 3
aliases = ["rho", "spearman_r", "spearman_rho"]
about   = """
The correlation of the ranks; tied runs share their mean rank. Two-sided p-value by Student's t with n - 2 degrees of
freedom (1 if there are two runs)."""
formula = "sum (r - (n+1)/2) (s - (n+1)/2) / sqrt(sum (r - (n+1)/2)^2 sum (s - (n+1)/2)^2)"
cite    = "Spearman, American Journal of Psychology 15(1), 1904. doi:10.2307/1412159"
*/
with
-- twice the distance of a run's mean rank from the middle, which is a whole number: sums of these are exact
centered as (
    select
        metric,
        other,
        run,
        2 * rank + count(*) over (partition by metric, other, rank)
            - count(*) over (partition by metric, other) - 2 as x,
        2 * other_rank + count(*) over (partition by metric, other, other_rank)
        - count(*) over (partition by metric, other) - 2 as y
    from orderings
    where forward
),

measured as (
    select
        metric,
        other,
        count(*) as runs,
        sum(x * y order by run asc)
        / nullif(sqrt(sum(x * x order by run asc) * sum(y * y order by run asc)::double), 0) as r
    from centered
    group by all
)

select
    metric,
    other,
    runs,
    case when r is not null then greatest(-1, least(1, r)) end as value,
    {{ r_tail("value", "runs") }} as p_value
from measured
