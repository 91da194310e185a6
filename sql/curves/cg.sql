/*
name    = "CG"
title   = "Cumulative gain at every rank"
family  = "gain"
over    = "rank"
about   = """
    The gain of the documents seen down to each rank, added up. It keeps its last value beyond the end of the
    ranking."""
formula = "CG[i] = Σ g(j), j = 1..i; ideal: the same over the gains of all judgments, highest first"
range   = [0, inf]
better  = "higher"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equations 1 and 4. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
gains = { type = "gains" }
k     = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    {{ running_sum("gained", "so_far") }} as value,
    {{ running_sum("ideal_gain", "so_far") }} as ideal
from ({{ gains_by_rank() }})
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["Section 2.1: G' = 3, 2, 3, 0, 0, 1, 2, 2, 3, 0, and the ideal of its recall base.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], ideal = [3, 6, 9, 11, 13, 15, 16, 17, 18, 19,
            19], with = { k = 11 }, values = [3, 5, 8, 8, 8, 9, 11, 13, 16, 16, 16] }],
]
*/
