/*
name    = "rbo"
title   = "Rank-biased overlap"
of      = "orderings"
place   = 5
brief   = "rank-biased overlap"
about   = """
What two orderings have in common at each depth, the top weighing most: RBO_ext, extrapolated from all runs that both
have. Runs that are tied at ranks d to d + t - 1 all stand at rank d, as in the paper (section 4.3), and the overlap at a
depth is over the mean number of runs that the two have there. It has no p-value.
"""
formula = "A(n) p^n + (1 - p) / p sum over d = 1..n of A(d) p^d; A(d) = 2 |S(d) and T(d)| / (|S(d)| + |T(d)|)"
cite    = "Webber, Moffat and Zobel, ACM TOIS 28(4), 2010. doi:10.1145/1852102.1852106"
*/
with
counted as (
    select metric, other, count(*) as runs
    from orderings
    where forward
    group by all
),

agreed as (
    select
        metric,
        other,
        runs,
        depth,
        2 * count(*) filter (greatest(rank, other_rank) <= depth)
        / (count(*) filter (rank <= depth) + count(*) filter (other_rank <= depth)) as agreement
    from counted
    join orderings using (metric, other)
    cross join (select unnest(range(1, (select max(runs) from counted) + 1)) as depth)
    where forward and depth <= runs
    group by metric, other, runs, depth
)

select
    metric,
    other,
    runs,
    pow($p, runs) + (1 - $p) * sum(agreement * pow($p, depth - 1) order by depth asc) as value,
    null::double as p_value
from agreed
group by metric, other, runs
