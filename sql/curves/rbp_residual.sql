/*
name       = "RBP_residual"
title      = "Residual of rank-biased precision at every depth"
family     = "utility"
over       = "rank"
about      = """
    How far rank-biased precision of the documents down to each rank may still rise: the distance of the two bounds
    of figure 5."""
formula    = "1 - (1 - p) Σ p^(j - 1) over the judged ranks j <= i"
range      = [0, 1]
better     = "lower"
when_empty = 1
cite       = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.4 and figure 5. doi:10.1145/1416950.1416952"
papers     = ["Moffat and Zobel 2008"]

[parameters]
p = { type = "persistence" }
k = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    1 - {{ running_sum("case when relevance >= 0 then (1 - $p) * pow($p, rank - 1) else 0 end", "so_far") }} as value
from ranks
left join judged using (run, query_id, rank)
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["p = .5; the second document is unjudged: 1/2, 1/2, and 3/8 after the third, which is judged.",
        { ranking = [1, "?", 0], with = { p = 0.5, k = 4 }, values = [0.5, 0.5, 0.375, 0.375] }],
    ["A negative relevance means unjudged: rank 2 alone is judged.",
        { ranking = [-1, 1], with = { p = 0.5, k = 3 }, values = [1, 0.75, 0.75] }],
]
*/
