/*
name    = "NumRelRet"
title   = "Number of relevant documents retrieved"
family  = "counts"
about   = "How many of the documents retrieved are relevant; added up over queries, not averaged."
formula = "c(n)"
range   = [0, inf]
better  = "higher"
summary = "sum"
cite    = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""
needs   = "relevant"

[parameters]
rel = { type = "relevance" }

[peers]
trec_eval   = "num_rel_ret"
ir_measures = "NumRet(rel={rel})"
*/
select run, query_id, count(*) as value
from judged
where relevance >= $rel and rank is not null
group by all
/*
example = [
    ["Two found and two missed.", { ranking = [1, 0, 2], missed = [1, 3], value = 2 }],
    ["One of three.", { ranking = [1, 0], missed = [1, 1], value = 1 }],
]
*/
