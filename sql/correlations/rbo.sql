/*
title   = "Rank-biased overlap"
of      = "orderings"
place   = 5
brief   = "rank-biased overlap"
aliases = ["rank_biased_overlap"]
about   = """
What two orderings have in common at each depth, with the most weight at the top: RBO_ext, extrapolated from all runs
that both have. Runs that are tied at ranks d to d + t - 1 all stand at rank d, as in the paper (section 4.3), and the
overlap at a depth is divided by the mean number of runs that the two have there. It has no p-value."""
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

-- at which depths there is one more run in an ordering, and one more in both
met as (
    select metric, other, unnest([rank, other_rank]) as depth, 'one' as met_in from orderings where forward
    union all
    select metric, other, greatest(rank, other_rank), 'both' from orderings where forward
    union all
    select metric, other, unnest(range(1, runs + 1)), 'none' from counted
),

agreed as (
    select
        metric,
        other,
        depth,
        2 * sum(in_both::bigint) over so_far / sum(in_one::bigint) over so_far as agreement
    from
        (
            select
                metric,
                other,
                depth,
                count(*) filter (met_in = 'both') as in_both,
                count(*) filter (met_in = 'one') as in_one
            from met
            group by all
        )
    window so_far as (partition by metric, other order by depth asc)
)

select
    metric,
    other,
    runs,
    pow($p, runs) + (1 - $p) * sum(agreement * pow($p, depth - 1) order by depth asc) as value,
    null::double as p_value
from agreed
join counted using (metric, other)
group by metric, other, runs
