/*
name    = "NRBP"
title   = "Novelty- and rank-biased precision"
family  = "intents"
about   = "The alpha gain of documents, each weighed by the probability that a user reads on to it."
formula = """
    NRBP = (1 - (1 - α) β) / U × Σ β^(i - 1) G(i); G is the alpha gain; U is the sum of the weights of all subtopics"""
range   = [0, 1]
better  = "higher"
cite    = "Clarke, Kolla and Vechtomova, ICTIR 2009. doi:10.1007/978-3-642-04417-5_17"
peers   = { ir_measures = "NRBP(alpha={alpha},beta={beta})" }

[parameters]
alpha = { type = "novelty" }
beta  = { type = "DOUBLE", default = 0.5, within = "[0, 1)", about = "probability of reading on to the next document" }
k     = { type = "cutoff" }
*/
select
    run,
    query_id,
    (1 - (1 - $alpha) * $beta) / any_value(sum_weights) * sum(pow($beta, rank - 1) * gain order by rank asc) as value
from ({{ alpha_gains() }})
join ({{ subtopics_of() }}) using (query_id)
where sum_weights > 0
group by all
/*
example = [
    ["Table 2, alpha and beta .5.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.370605 }],
    ["One subtopic, at rank 2: (1 - .5 * .5) * .5.", { ranking = [[], ["1"]], value = 0.375 }],
]
*/
