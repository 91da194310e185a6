/*
name    = "binG"
title   = "Binary G"
family  = "precision"
about   = "Relevant documents, each discounted by how many others stand above it, averaged over all relevant documents."
formula = "1/R Σ rel(i) / log2(2 + i - c(i))"
range   = [0, 1]
better  = "higher"
cite    = "trec_eval, m_binG.c: https://github.com/usnistgov/trec_eval"
needs   = "relevant"
peers   = { trec_eval = "binG" }

[parameters]
rel = { type = "relevance" }
*/
select run, query_id, list_sum([1 / log2(2 + rank - hits) for rank, hits in ranks]) / num_rel as value
from ({{ relevant_ranks() }})
/*
example = [
    ["None, two and two stand above: (1 + 1/log2(4) + 1/log2(4)) / 4.",
        { ranking = [1, 0, "?", 1, 1], missed = [1], value = 0.5 }],
    ["Of grade 2 or better: 1 / log2(3).", { ranking = [1, 2], with = { rel = 2 }, value = 0.630930 }],
]
*/
