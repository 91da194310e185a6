/*
name       = "RBP_shared_residual"
title      = "Residual of rank-biased precision, ties shared"
family     = "utility"
about      = """
    How far RBP_shared could still rise: the shares of the unjudged documents, and the weight of all ranks beyond the
    ranking or the cutoff. A negative relevance counts as unjudged."""
formula    = "p^min(k, n) + Σ w(i) over the unjudged; w as in RBP_shared, n documents retrieved"
range      = [0, 1]
better     = "lower"
when_empty = 1
cite       = "Moffat and Zobel, ACM TOIS 27(1), 2008, sections 4.4 and 4.7. doi:10.1145/1416950.1416952"
papers     = ["Moffat and Zobel 2008"]
ties       = "no order changes it"

[parameters]
p = { type = "persistence" }
k = { type = "cutoff" }
*/
select
    run,
    query_id,
    -- all is at most 1, but for rounding
    least(
        pow($p, least($k, any_value(num_ret)))
        + sum(case when relevance >= 0 then 0 else {{ shared_weight() }} end order by rank asc),
        1
    ) as value
from retrieved
join topics using (run, query_id)
where tied_from <= $k
group by all
/*
example = [
    ["Section 4.4, without ties: relevant at ranks 1, 2, 6 and 11 of 20, unjudged at 13, 14 and 17; p = 0.8.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, "?", "?", 0, 0, "?", 0, 0, 0], value = 0.041898 }],
    ["Three are tied and one of them is unjudged: 1/16 beyond the ranking + (1/4 + 1/8 + 1/16) / 3.",
        { ranking = [1, "?", 1, 0], scores = [2, 1, 1, 1], with = { p = 0.5 }, value = 0.208333 }],
    ["""A cutoff after the first of the three leaves each a third of its share: 1/4 + 7/48 1/3. With the value of
        .548611 this is below 1.""",
        { ranking = [1, "?", 1, 0], scores = [2, 1, 1, 1], with = { p = 0.5, k = 2 }, value = 0.298611 }],
    ["An empty ranking could still be anything.", { ranking = [], missed = [1], value = 1 }],
    ["Judged down to the cutoff; what is not stands below it.",
        { ranking = [1, "?", "?"], with = { p = 0.5, k = 1 }, value = 0.5 }],
    ["A negative relevance means unjudged: .5 + .25 for what was not retrieved.",
        { ranking = [-1, 1], with = { p = 0.5 }, value = 0.75 }],
]
*/
