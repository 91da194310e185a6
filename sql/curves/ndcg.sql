/*
name    = "nDCG"
title   = "Normalized discounted cumulative gain at every rank"
family  = "gain"
over    = "rank"
about   = """
    Discounted cumulative gain down to each rank as a share of what the best ordering of all judged documents would
    give."""
formula = "nDCG[i] = DCG[i] / ideal DCG[i]"
range   = [0, 1]
better  = "higher"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equation 5. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002"]
aliases = ["NDCG"]

[parameters]
discount = { type = "discount" }
base     = { type = "discount" }
gains    = { type = "gains" }
k        = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    dcg / nullif(ideal_dcg, 0) as value,
    (ideal_dcg > 0)::double as ideal
from
    (
        select
            run,
            query_id,
            rank,
            {{ running_sum("gained / " ~ discount(), "so_far") }} as dcg,
            {{ running_sum("ideal_gain / " ~ discount(), "so_far") }} as ideal_dcg
        from ({{ gains_by_rank() }})
        window so_far as (partition by run, query_id order by rank asc)
    )
/*
example = [
    ["Section 2.3, b = 2; the paper prints .692 at rank 6, from an ideal of 10.52 for 10.5278.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10, discount = "jk" }, values = [
            1, 0.833, 0.873, 0.775, 0.707, 0.6915, 0.734, 0.772, 0.833, 0.812] }],
    ["Rank 1 is unjudged; the ideal is 1 from rank 1 on: 1 / log2(3).",
        { ranking = ["?", 1], ideal = [1, 1], with = { k = 2 }, values = [0, 0.630930] }],
    ["Nothing is relevant, so there is no ideal.",
        { ranking = [0], ideal = [0, 0], with = { k = 2 }, values = [0, 0] }],
]
*/
