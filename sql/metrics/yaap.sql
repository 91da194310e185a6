/*
name       = "YAAP"
title      = "Yet another average precision"
family     = "precision"
about      = """
    Average precision on the scale of log odds, smoothed by one document, so that means over queries are not ruled by
    those with high values. It orders the runs of a query as AP does. If nothing relevant is found it is
    -ln(1 + R)."""
formula    = "ln((1 + s) / (1 + R - s)); s = R AP = Σ rel(i) c(i) / i"
range      = [-inf, inf]
better     = "higher"
cite       = "Robertson, On smoothing average precision, ECIR 2012. doi:10.1007/978-3-642-28997-2_14"
needs      = "relevant"
parameters = { rel = { type = "relevance" } }
peers      = { trec_eval = "yaap" }
*/
select run, query_id, ln((1 + precisions) / (1 + num_rel - precisions)) as value
from
    (
        select
            run,
            query_id,
            coalesce(list_sum([hits / rank for rank, hits in ranks]), 0) as precisions,
            num_rel
        from ({{ relevant_ranks() }})
    )
/*
example = [
    ["R = 3, s = 1 + 2/3: ln((8/3) / (7/3)).", { ranking = [1, 0, 1], missed = [1], value = 0.133531 }],
    ["Nothing relevant is found, R = 1: ln(1 / 2).", { ranking = [0], missed = [1], value = -0.693147 }],
    ["Nothing is relevant.", { ranking = [0], value = 0 }],
    ["Of grade 2 or better, s = 1/2: ln(1.5 / 1.5).", { ranking = [1, 2], with = { rel = 2 }, value = 0 }],
]
*/
