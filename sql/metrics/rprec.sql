/*
name    = "Rprec"
title   = "R-precision"
family  = "precision"
about   = "Precision at the rank at which a perfect ranking would have found every relevant document."
formula = "Rprec = c(R) / R"
range   = [0, 1]
better  = "higher"
cite    = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""
papers  = ["Moffat and Zobel 2008"]
aliases = ["RPrecision"]
needs   = "relevant"

[parameters]
rel = { type = "relevance" }

[peers]
trec_eval   = "Rprec"
ir_measures = "Rprec(rel={rel})"
*/
select
    run,
    query_id,
    count(*) filter (rank <= num_rel) / any_value(num_rel) as value
from
    (
        select run, query_id, rank, count(*) over (partition by run, query_id) as num_rel
        from judged
        where relevance >= $rel
    )
group by all
/*
example = [
    ["Moffat and Zobel 2008, table II: 2 of the 5 relevant documents are among the first 5.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.4 }],
    ["R = 2, and rank 2 is relevant.", { ranking = [0, 1, 0], missed = [1], value = 0.5 }],
]
*/
