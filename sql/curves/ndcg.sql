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

[also.nCG]
title   = "Normalized cumulative gain at every rank"
about   = """
    Cumulative gain down to each rank as a share of what the best ordering of all judged documents would give; Sakai's
    weighted precision."""
formula = "nCG[i] = CG[i] / ideal CG[i]"
papers  = ["Järvelin and Kekäläinen 2002", "Sakai 2006"]
aliases = ["WP"]
with    = { discount = "none" }
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
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10, discount = "jk" } },
        { nDCG = { values = [1, 0.833, 0.873, 0.775, 0.707, 0.6915, 0.734, 0.772, 0.833, 0.812] } }],
    ["""Rank 1 is unjudged; the ideal is 1 from rank 1 on: 1 / log2(3). Rank 1 is unjudged; the ideal is 1 from rank 1
        on.""",
        { ranking = ["?", 1], with = { k = 2 } },
        { nDCG = { values = [0, 0.630930], ideal = [1, 1] }, nCG = { values = [0, 1], ideal = [1, 1] } }],
    ["Nothing is relevant, so there is no ideal.",
        { ranking = [0], with = { k = 2 } },
        { nDCG = { values = [0, 0], ideal = [0, 0] }, nCG = { values = [0, 0], ideal = [0, 0] } }],
    ["Section 2.3.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10 } },
        { nCG = { values = [1, 0.83, 0.89, 0.73, 0.62, 0.60, 0.69, 0.76, 0.89, 0.84] } }],
]
*/
