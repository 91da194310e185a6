/*
name     = "RBP"
title    = "Rank-biased precision at every depth"
family   = "utility"
over     = "rank"
about    = """
    Rank-biased precision of the documents down to each rank: the lower bound of figure 5. RBP_residual is how far it
    may still rise."""
formula  = "RBP[i] = (1 - p) Σ g(j) p^(j - 1), j = 1..i"
range    = [0, 1]
better   = "higher"
residual = "RBP_residual"
cite     = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.4 and figure 5. doi:10.1145/1416950.1416952"
papers   = ["Moffat and Zobel 2008"]

[parameters]
p     = { type = "persistence" }
rel   = { type = "worth" }
top   = { type = "worth" }
gains = { type = "gains" }
k     = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    {{ running_sum("coalesce((1 - $p) * " ~ worth() ~ " * pow($p, rank - 1), 0)", "so_far") }} as value
from ranks
left join judged using (run, query_id, rank)
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["Relevant at ranks 1, 2 and 6, p = .5: 1/2, 3/4, ..., 3/4 + 1/64.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { p = 0.5, k = 6 }, values = [
            0.5, 0.75, 0.75, 0.75, 0.75, 0.765625] }],
    ["Rank 1 is unjudged, and there is no rank 3.",
        { ranking = ["?", 1], with = { p = 0.5, k = 3 }, values = [0, 0.25, 0.25] }],
]
*/
