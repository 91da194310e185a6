/*
name    = "BR"
title   = "Blended ratio at every rank"
family  = "q-measure"
over    = "rank"
about   = """
    The blended ratio of hits and gain down to each rank to what the ideal ranking has there; the Q-measure is its
    mean over the relevant documents."""
formula = "BR[i] = (beta cg(i) + c(i)) / (beta cg*(i) + i)"
range   = [0, 1]
better  = "higher"
cite    = """
    Sakai, Controlling the penalty on late arrival of relevant documents in information retrieval evaluation with
    graded relevance, 2006, equation 4."""
papers  = ["Sakai 2006"]

[parameters]
beta  = { type = "DOUBLE", default = 1, within = "[0, 100000]", about = """
    weight of gains relative to the count of relevant documents; 0 is precision""" }
rel   = { type = "relevance" }
gains = { type = "gains" }
k     = { type = "curve" }
*/
select run, query_id, rank, ($beta * cg + hits) / ($beta * ideal_cg + rank) as value
from
    (
        select
            run,
            query_id,
            rank,
            {{ running_sum("gained", "so_far") }} as cg,
            {{ running_sum("ideal_gain", "so_far") }} as ideal_cg,
            count(case when relevance >= $rel then rank end) over so_far as hits
        from ({{ gains_by_rank() }})
        window so_far as (partition by run, query_id order by rank asc)
    )
/*
example = [
    ["The running example, beta = 1.",
        { ranking = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0], missed = [1, 1, 1], with = { k = 10 }, values = [1, 0.875, 0.9167,
            0.7333, 0.6111, 0.6190, 0.6957, 0.76, 0.8519, 0.7931] }],
    ["Rank 1 is unjudged, and there is no rank 3: (1 + 1) over 1 + 2 and 1 + 3.",
        { ranking = ["?", 1], with = { k = 3 }, values = [0, 0.666667, 0.5] }],
]
*/
