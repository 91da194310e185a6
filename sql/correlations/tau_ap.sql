/*
name    = "tau_ap"
title   = "AP correlation, tau_AP"
of      = "orderings"
place   = 2
brief   = "errors at the top weigh most"
caption = "tau_AP (rows are the truth, columns the estimate)"
about   = """
Of the runs that one measure puts above a run, the share that is above it by the other too; the mean over all runs but
the first, scaled to -1 to 1. What is wrong at the top counts most. It has a direction: the first measure is the truth,
the other the estimate, whose ranks are gone through. Ties are broken by the names of the runs, a before b, in both
orderings, so that two runs tied by both measures are in the same order and a measure agrees with itself; trectools
breaks them by the order in which runs are given, which is the same where that is by name. It has no p-value.
"""
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
        and min(other_rank) over (partition by metric, other) < max(other_rank) over (partition by metric, other) as ordered
    from orderings
),

shares as (
    select
        one.metric,
        one.other,
        one.runs,
        one.ordered,
        one.other_place,
        avg((above.place < one.place)::integer order by above.other_place asc) as share
    from placed as one
    join placed as above
        on above.metric = one.metric and above.other = one.other and above.other_place < one.other_place
    group by all
)

select
    metric,
    other,
    runs,
    case when ordered then 2 * avg(share order by other_place asc) - 1 end as value,
    null::double as p_value
from shares
group by metric, other, runs, ordered
