/*
name    = "DCG"
title   = "Discounted cumulative gain at every rank"
family  = "gain"
over    = "rank"
about   = """
    The gain of the documents seen down to each rank, each divided by a discount, added up. It keeps its last value
    beyond the end of the ranking."""
formula = "DCG[i] = Σ g(j) / d(j), j = 1..i; ideal: the same over the gains of all judgments, highest first"
range   = [0, inf]
better  = "higher"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equations 2 and 4. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
discount = { type = "discount" }
base     = { type = "discount" }
gains    = { type = "gains" }
k        = { type = "curve" }

[also.CG]
title   = "Cumulative gain at every rank"
about   = """
    The gain of the documents seen down to each rank, added up. It keeps its last value beyond the end of the
    ranking."""
formula = "CG[i] = Σ g(j), j = 1..i; ideal: the same over the gains of all judgments, highest first"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equations 1 and 4. doi:10.1145/582415.582418"
with    = { discount = "none" }
*/
select
    run,
    query_id,
    rank,
    {{ running_sum("gained / " ~ discount(), "so_far") }} as value,
    {{ running_sum("ideal_gain / " ~ discount(), "so_far") }} as ideal
from ({{ gains_by_rank() }})
window so_far as (partition by run, query_id order by rank asc)
/*
example = [
    ["Section 2.2, b = 2; the paper prints 10.52 and 11.21 where its ideal has 10.5278 and 11.2174.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 11, discount = "jk" } },
        { DCG = { values = [3, 5, 6.8928, 6.8928, 6.8928, 7.2796, 7.9921, 8.6587, 9.6051, 9.6051, 9.6051] } },
        { DCG = { ideal = [3, 6, 7.8928, 8.8928, 9.7541, 10.5278, 10.8841, 11.2174, 11.5329, 11.8339, 11.8339] } }],
    ["Section 2.1: G' = 3, 2, 3, 0, 0, 1, 2, 2, 3, 0, and the ideal of its recall base.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 11 } },
        { CG = { values = [3, 5, 8, 8, 8, 9, 11, 13, 16, 16, 16] } },
        { CG = { ideal = [3, 6, 9, 11, 13, 15, 16, 17, 18, 19, 19] } }],
]
*/
