/*
name    = "NumRet"
title   = "Number retrieved"
family  = "counts"
about   = "How many documents were retrieved; added up over queries, not averaged."
formula = "n"
range   = [0, inf]
better  = "neither"
summary = "sum"
cite    = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""

[peers]
trec_eval   = "num_ret"
ir_measures = "NumRet"
*/
select run, query_id, num_ret as value
from topics
/*
example = [
    ["Six documents, judged or not.", { ranking = [1, "?", 0, -1, "?", 0], value = 6 }],
]
*/
