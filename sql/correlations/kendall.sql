/*
title   = "Kendall's tau-b"
of      = "orderings"
place   = 1
brief   = "tau-b"
aliases = ["tau", "tau_b", "kendall_tau", "kendalls_tau"]
about   = """
Pairs of runs that two measures put in the same order, minus those that they put in opposite orders, divided by the
geometric mean of the numbers of pairs that each does not tie. Two-sided p-value: without ties exact for up to 33 runs
(for more, if at most one pair differs from all others), otherwise by the normal distribution with the correction for
ties. smallest_05 and smallest_01 are the smallest values that are significant at .05 and .01, two-sided, for this
number of runs without ties, by the normal distribution: approximate for few runs, and null if above 1."""
formula = "(C - D) / sqrt((n(n-1)/2 - ties) (n(n-1)/2 - other ties)); smallest: z sqrt(2 (2n + 5) / (9n (n - 1)))"
cite    = """
Kendall, Rank Correlation Methods, 4th edition, Griffin 1970; smallest: Sakai, Information Processing and Management
43(2), 2007, section 4"""
*/
with recursive
counted as (
    select metric, other, count(*) as runs
    from orderings
    where forward
    group by all
),

-- of t tied runs: pairs, and the terms of the variance
tied as (
    select
        metric,
        other,
        sum(size * (size - 1) // 2 order by rank asc) as ties,
        sum(size * (size - 1) * (size - 2) order by rank asc) as threes,
        sum(size * (size - 1) * (2 * size + 5) order by rank asc) as spread
    from (select metric, other, rank, count(*) as size from orderings where forward group by all)
    group by all
),

other_tied as (
    select
        metric,
        other,
        sum(size * (size - 1) // 2 order by other_rank asc) as ties,
        sum(size * (size - 1) * (size - 2) order by other_rank asc) as threes,
        sum(size * (size - 1) * (2 * size + 5) order by other_rank asc) as spread
    from (select metric, other, other_rank, count(*) as size from orderings where forward group by all)
    group by all
),

-- runs that both measures tie
tied_twice as (
    select metric, other, sum(size * (size - 1) // 2 order by size asc) as ties
    from (select metric, other, count(*) as size from orderings where forward group by metric, other, rank, other_rank)
    group by all
),

-- Pairs in opposite orders, without a join of all pairs: two other ranks differ first at some bit, counted from the
-- highest. So of the runs that are alike above that bit each without it meets those with it that come before by rank.
crossed as (
    select metric, other, sum(before::bigint order by before asc) as pairs
    from
        (
            select
                metric,
                other,
                (other_rank >> bit) & 1 as has_bit,
                sum(((other_rank >> bit) & 1)::bigint) over (
                    partition by metric, other, bit, other_rank >> (bit + 1) order by rank asc, other_rank asc
                ) as before
            from orderings
            cross join (select unnest(range((select ceil(log2(max(runs) + 1))::bigint from counted))) as bit)
            where forward
        )
    where has_bit = 0
    group by all
),

-- in how many orders of so many runs 0, 1, 2, ... pairs are against a given one
orders as (
    select 1 as runs, [1::hugeint] as ways
    union all
    select
        runs + 1,
        list_transform(
            range(1, len(ways) + runs + 1),
            lambda place: list_sum(list_slice(ways, greatest(1, place - runs), least(place, len(ways))))::hugeint
        )
    from orders
    where runs < (select least(33, max(runs)) from counted)
),

measured as (
    select
        metric,
        other,
        counted.runs,
        counted.runs * (counted.runs - 1) // 2 as possible,
        possible - tied.ties - other_tied.ties + tied_twice.ties - 2 * crossed.pairs as score,
        tied.ties,
        other_tied.ties as other_ties,
        (possible - abs(score)) // 2 as against,
        sqrt(
            (possible * 2 * (2 * counted.runs + 5) - tied.spread - other_tied.spread) / 18
            + 2 * tied.ties * other_tied.ties / (2 * possible)
            + tied.threes * other_tied.threes / (18 * possible * greatest(counted.runs - 2, 1))
        ) as deviation
    from counted
    join crossed using (metric, other)
    join tied_twice using (metric, other)
    join tied using (metric, other)
    join other_tied using (metric, other)
)

select
    metric,
    other,
    measured.runs,
    case
        when ties < possible and other_ties < possible
            then greatest(-1, least(1, score / sqrt((possible - ties)::double * (possible - other_ties))))
    end as value,
    case
        when ties = possible or other_ties = possible then null
        when ties > 0 or other_ties > 0 or (measured.runs > 33 and against > 1)
            then {{ normal_tail("score / deviation") }}
        when measured.runs > 33 then 2 * exp(-lgamma(measured.runs + 1 - against))
        else least(1, 2 * (list_sum(list_slice(ways, 1, against + 1)) / factorial(measured.runs::integer)))
    end as p_value,
    case when smallest_05 <= 1 then smallest_05 end as smallest_05,
    case when smallest_01 <= 1 then smallest_01 end as smallest_01
from
    (
        select
            *,
            1.959963984540054 * sqrt(2 * (2 * runs + 5) / (9 * runs * (runs - 1))) as smallest_05,
            2.5758293035489004 * sqrt(2 * (2 * runs + 5) / (9 * runs * (runs - 1))) as smallest_01
        from measured
    ) as measured
left join orders using (runs)
