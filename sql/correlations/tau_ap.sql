/*
title   = "AP correlation, tau_AP"
of      = "orderings"
place   = 2
brief   = "errors at the top weigh most"
caption = "tau_AP (rows are the truth, columns the estimate)"
aliases = ["ap_correlation", "ap_tau"]
about   = """
For each run but the first in the order of one measure: the share of the runs above it that the other measure puts above
it, too; the mean of these shares, scaled to -1 to 1. Disagreement at the top counts most. It is not symmetric: the
first measure is the truth, and the other, whose ranks are traversed, is the estimate. Ties are broken by the names of
the runs, a before b, in both orderings, so that two runs tied by both measures are in the same order and a measure
agrees with itself; trectools breaks them by the order of its input, which is the same if that is by name. It has no
p-value."""
formula = "2 / (n - 1) sum over i = 2..n of C(i) / (i - 1) - 1"
cite    = "Yilmaz, Aslam and Robertson, SIGIR 2008. doi:10.1145/1390334.1390435"
*/
with
placed as (
    select
        metric,
        other,
        run,
        row_number() over (partition by metric, other order by rank asc, run asc) as place,
        row_number() over (partition by metric, other order by other_rank asc, run asc) as other_place,
        count(*) over (partition by metric, other) as runs,
        min(rank) over (partition by metric, other) < max(rank) over (partition by metric, other)
        and min(other_rank) over (partition by metric, other)
            < max(other_rank) over (partition by metric, other) as ordered
    from orderings
),

-- Of how many runs above it each is below by both, without a join of all pairs: two places differ first at some bit,
-- counted from the highest. So of the runs that are alike above that bit each with it meets those without it.
shares as (
    select
        metric,
        other,
        runs,
        ordered,
        other_place,
        coalesce(sum(above::bigint order by above asc) filter (has_bit = 1), 0)::bigint / (other_place - 1) as share
    from
        (
            select
                *,
                (place >> bit) & 1 as has_bit,
                sum((1 - ((place >> bit) & 1))::bigint) over (
                    partition by metric, other, bit, place >> (bit + 1) order by other_place asc
                ) as above
            from placed
            cross join (select unnest(range((select ceil(log2(max(runs) + 1))::bigint from placed))) as bit)
        )
    where other_place > 1
    group by metric, other, runs, ordered, other_place
)

select
    metric,
    other,
    runs,
    case when ordered then 2 * avg(share order by other_place asc) - 1 end as value,
    null::double as p_value
from shares
group by metric, other, runs, ordered
