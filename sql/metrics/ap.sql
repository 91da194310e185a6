/*
name    = "AP"
title   = "Average precision"
family  = "precision"
about   = """
    Precision at the rank of each relevant document, averaged over all relevant documents; one never retrieved counts
    zero."""
formula = "AP@k = 1/R Σ rel(i) c(i) / i, i = 1..k; c(i) relevant documents are among the first i"
range   = [0, 1]
better  = "higher"
cite    = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""
papers  = ["Moffat and Zobel 2008", "Sakai 2006"]
aliases = ["MAP"]
macros  = ["average_precision", "map"]
needs   = "relevant"

[parameters]
rel     = { type = "relevance" }
divisor = { type = "VARCHAR", default = "R", idle = "k == whole_ranking", one_of = ["R", "min(R,k)"], about = """
    divisor of the sum: the number of relevant documents, or at most k""" }
nothing = { type = "nothing" }
k       = { type = "cutoff" }

[peers]
trec_eval   = ["map", "map_cut_{k}"]
ir_measures = ["AP(rel={rel})", "AP(rel={rel})@{k}"]

[also.GMAP]
title   = "Average precision, summarized by the geometric mean"
about   = """
    Average precision, summarized by the geometric mean over queries; values below .00001 count as .00001: what
    helps queries with low values counts more."""
formula = "1/R Σ rel(i) c(i) / i; over Q queries exp(1/Q Σ ln max(value, .00001))"
summary = "geometric"
cite    = "Robertson, On GMAP: and other transformations, CIKM 2006. doi:10.1145/1183614.1183630"
papers  = []
with    = { divisor = "R", k = 2147483647, nothing = 0 }
peers   = { trec_eval = "gm_map" }
*/
select
    run,
    query_id,
    list_sum([hits / rank for rank, hits in list(rank order by rank asc) filter (rank <= $k)])
    / case $divisor when 'R' then count(*) else least(count(*), $k) end as value
from judged
where relevance >= $rel
group by all
{{- without_relevant('relevance >= $rel') }}
/*
example = [
    ["Moffat and Zobel 2008, tables I and II: relevant at ranks 1, 2, 6, 11 and 17, R = 5.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], AP = 0.631551, GMAP = 0.631551 }],
    ["The same with one relevant document never retrieved, R = 6.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], missed = [1], AP = 0.526292 }],
    ["As NTCIREVAL divides at a cutoff: there is room for three of the five, (1/1 + 2/2) / 3.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0] },
        { with = { k = 3, divisor = "min(R,k)" }, AP = 0.666667 }],
    ["Relevant just at the cutoff; one is missed: (1 + 2/2) / 3.",
        { ranking = [1, 1], missed = [1], with = { k = 2 }, AP = 0.666667 }],
    ["Fewer are relevant than could be found by rank 2.",
        { ranking = [1, 0], with = { k = 2, divisor = "min(R,k)" }, AP = 1 }],
    ["One of three is missed: (1 + 2/3) / 3.", { ranking = [1, 0, 1], missed = [1], GMAP = 0.555556 }],
    ["Nothing is of grade 2, so there is nothing to find: 1, as XGBoost and LightGBM have it.",
        { ranking = [1], with = { rel = 2, nothing = 1 }, AP = 1 }],
    ["Something is, and is not found.", { ranking = [0], missed = [1], with = { nothing = 1 }, AP = 0 }],
    ["Of grade 2 or better: 1/2.", { ranking = [1, 2], with = { rel = 2 }, GMAP = 0.5 }],
]
*/
