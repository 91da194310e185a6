/*
name       = "Accuracy"
title      = "Pairwise accuracy"
family     = "rank"
about      = """
    How often a relevant document stands above one that is not, judged or unjudged, over all such pairs of the first
    k documents retrieved. No value if there is no such pair."""
formula    = """
    Accuracy@k = 1 - Σ rel(i) (i - c(i)), i = 1..n, over c(n) (n - c(n)); n is k, or how many were retrieved if fewer"""
range      = [0, 1]
better     = "higher"
monotone   = false
when_empty = "null"
cite       = """
    MacAvaney, Macdonald and Ounis, Streamlining evaluation with ir-measures, ECIR 2022, as ir_measures has it. It
    names no source. doi:10.1007/978-3-030-99739-7_38"""
needs      = "relevant"
peers      = { ir_measures = ["Accuracy(rel={rel})", "Accuracy(rel={rel})@{k}"] }

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }
*/
select
    run,
    query_id,
    -- c(i) is 1, 2, ... for the relevant, one after the other
    1 - (sum(rank::bigint) - count(*) * (count(*) + 1) / 2)
    / nullif(count(*) * (least(any_value(num_ret), $k) - count(*)), 0) as value
from judged
join topics using (run, query_id)
where relevance >= $rel and rank <= $k
group by all
/*
example = [
    ["Relevant at ranks 2 and 4 of 5, so that 1 and 2 of 3 stand above them: 3 of 6 pairs are in order.",
        { ranking = [0, 1, "?", 1, -1], missed = [1], value = 0.5 }],
    ["To rank 3: of grade 2 at 1 and 3, with one other between: 1 of 2 pairs.",
        { ranking = [2, 1, 2, 0, 2], with = { rel = 2, k = 3 }, value = 0.5 }],
    ["A cutoff below the ranking's end: 1 of 1 pair.", { ranking = [1, 0], with = { k = 5 }, value = 1 }],
    ["There is no pair.", { ranking = [1, 1], value = "null" }],
]
*/
