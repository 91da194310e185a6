/*
title   = "Pearson's r"
of      = "orderings"
place   = 4
caption = "Pearson's r, of the means"
aliases = ["r", "pearson_r"]
about   = """
The correlation of the means themselves; two-sided p-value by Student's t with n - 2 degrees of freedom (1 if there
are two runs)."""
formula = "sum (x - mean x) (y - mean y) / sqrt(sum (x - mean x)^2 sum (y - mean y)^2)"
cite    = "Pearson, Proceedings of the Royal Society of London 58, 1895. doi:10.1098/rspl.1895.0041"
*/
with
middles as (
    select
        metric,
        other,
        avg(value order by run asc) as mean,
        avg(other_value order by run asc) as other_mean,
        max(rank) > 1 and max(other_rank) > 1 as ordered
    from orderings
    where forward
    group by all
),

measured as (
    select
        metric,
        other,
        count(*) as runs,
        case
            when ordered
                then
                    sum((value - mean) * (other_value - other_mean) order by run asc)
                    / sqrt(sum(pow(value - mean, 2) order by run asc))
                    / sqrt(sum(pow(other_value - other_mean, 2) order by run asc))
        end as r
    from orderings
    join middles using (metric, other)
    where forward
    group by metric, other, ordered
)

select
    metric,
    other,
    runs,
    case when r is not null then greatest(-1, least(1, r)) end as value,
    {{ r_tail("value", "runs") }} as p_value
from measured
