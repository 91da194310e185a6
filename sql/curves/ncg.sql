/*
name    = "nCG"
title   = "Normalized cumulative gain at every rank"
family  = "gain"
over    = "rank"
about   = """
    Cumulative gain down to each rank as a share of what the best ordering of all judged documents would give; Sakai's
    weighted precision."""
formula = "nCG[i] = CG[i] / ideal CG[i]"
range   = [0, 1]
better  = "higher"
cite    = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, equation 5. doi:10.1145/582415.582418"
papers  = ["Järvelin and Kekäläinen 2002", "Sakai 2006"]
aliases = ["WP"]

[parameters]
gains = { type = "gains" }
k     = { type = "curve" }
*/
select
    run,
    query_id,
    rank,
    cg / nullif(ideal_cg, 0) as value,
    (ideal_cg > 0)::double as ideal
from
    (
        select
            run,
            query_id,
            rank,
            {{ running_sum("gained", "so_far") }} as cg,
            {{ running_sum("ideal_gain", "so_far") }} as ideal_cg
        from ({{ gains_by_rank() }})
        window so_far as (partition by run, query_id order by rank asc)
    )
/*
example = [
    ["Section 2.3.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10 }, values = [1, 0.83, 0.89,
            0.73, 0.62, 0.60, 0.69, 0.76, 0.89, 0.84] }],
    ["Rank 1 is unjudged; the ideal is 1 from rank 1 on.",
        { ranking = ["?", 1], ideal = [1, 1], with = { k = 2 }, values = [0, 1] }],
    ["Nothing is relevant, so there is no ideal.",
        { ranking = [0], ideal = [0, 0], with = { k = 2 }, values = [0, 0] }],
]
*/
