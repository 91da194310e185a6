/*
name    = "NumRel"
title   = "Number relevant"
family  = "counts"
about   = "How many relevant documents there are, found or not; added up over queries, not averaged."
formula = "R"
range   = [0, inf]
better  = "neither"
summary = "sum"
cite    = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""
needs   = "relevant"
ties    = "no order changes it"

[parameters]
rel = { type = "relevance" }

[peers]
trec_eval   = "num_rel"
ir_measures = "NumRel(rel={rel})"
*/
select run, query_id, count(*) as value
from judged
where relevance >= $rel
group by all
/*
example = [
    ["Two found and two missed.", { ranking = [1, 0, 2], missed = [1, 3], value = 4 }],
    ["Of grade 2 or better.", { ranking = [1, 0, 2], missed = [1, 3], with = { rel = 2 }, value = 2 }],
]
*/
