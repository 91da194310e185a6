/*
name    = "Bpref"
about   = """
    A relevant document stands at each place among the n judged nonrelevant ones of its score as likely: then 0 to n of
    these are above it."""
formula = """
    E[Bpref] = 1/R Σ rel(i) (1 - m(i) / min(N, R + plus)); m(i) is the mean of min(b + j, R + plus), j = 0..n, where b
    judged nonrelevant documents have higher scores and n the same"""

[also.GMBpref]
formula = """
    E[GMBpref] = 1/R Σ rel(i) (1 - m(i) / min(N, R)); m(i) is the mean of min(b + j, R), j = 0..n, where b judged
    nonrelevant documents have higher scores and n the same"""
*/
with
    levels as (
        select query_id, count(*) filter (relevance >= $rel) as num_rel, count(*) filter (relevance < $rel) as num_less
        from recall_base
        group by all
    ),

    totals as (
        select run, query_id, num_rel, num_rel + $plus as most, num_judged_nonrel + num_less as num_nonrel
        from topics
        join levels using (query_id)
    ),

    -- places: how many of the n + 1 among the others of its score leave no more above a document than count
    tied as (
        select *, greatest(least(floor(most - above), n) + 1, 0) as places
        from ({{ groups_of_two() }})
        join totals using (run, query_id)
        where hits > 0
    )

select
    run,
    query_id,
    sum(
        hits * (
            1
            - (places * above + places * (places - 1) / 2 + (n + 1 - places) * most) / (n + 1)
            / greatest(least(num_nonrel, most), 1)
        )
        order by tied_from asc
    ) / any_value(num_rel) as value
from tied
group by all
/*
example = [
    ["R = N = 2: above one are 0 or 1, above the other all: (3/4 + 0) / 2.",
        { ranking = [0, 1, 0, 1], scores = [2, 2, 1, 0], Bpref = 0.375, GMBpref = 0.375 }],
    ["R = 1, and by chance 0, 1 or 2 above it, at most 1 counts: 1 - 2/3.",
        { ranking = [0, 0, 1], scores = [1, 1, 1], Bpref = 0.333333, GMBpref = 0.333333 }],
    ["With plus = 1, two count: (1 + 1/2 + 0) / 3.",
        { ranking = [0, 0, 1], scores = [1, 1, 1], with = { plus = 1 }, Bpref = 0.5 }],
]
*/
