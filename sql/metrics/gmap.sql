/*
name    = "GMAP"
title   = "Average precision, summarised by the geometric mean"
family  = "precision"
about   = """
    Average precision, of which a run shows the geometric mean over queries, values below .00001 counting as that: what
    helps queries with low values counts more."""
formula = "1/R Σ rel(i) c(i) / i; over Q queries exp(1/Q Σ ln max(value, .00001))"
range   = [0, 1]
better  = "higher"
summary = "geometric"
cite    = "Robertson, On GMAP: and other transformations, CIKM 2006. doi:10.1145/1183614.1183630"
needs   = "relevant"

[parameters]
rel = { type = "relevance" }

[peers]
trec_eval = "gm_map"
*/
select run, query_id, list_sum([hits / rank for rank, hits in ranks]) / num_rel as value
from ({{ relevant_ranks() }})
/*
example = [
    ["Moffat and Zobel 2008, tables I and II: relevant at ranks 1, 2, 6, 11 and 17, R = 5.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.631551 }],
    ["One of three is missed: (1 + 2/3) / 3.", { ranking = [1, 0, 1], missed = [1], value = 0.555556 }],
    ["Of grade 2 or better: 1/2.", { ranking = [1, 2], with = { rel = 2 }, value = 0.5 }],
]
*/
