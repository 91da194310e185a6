/*
name    = "NumQ"
title   = "Number of queries"
family  = "counts"
about   = "One for each query that is scored; added up over queries, not averaged."
formula = "1"
range   = [0, inf]
better  = "neither"
summary = "sum"
cite    = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""
needs   = "relevant"

[peers]
trec_eval   = "num_q"
ir_measures = "NumQ"
*/
select run, query_id, 1 as value
from topics
/*
example = [
    ["One query.", { ranking = [1, 0], value = 1 }],
    ["One that is not answered is one too.", { ranking = [], missed = [1], value = 1 }],
]
*/
