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
parts   = { value = "num_ret" }
ties    = "no order changes it"

[peers]
trec_eval   = "num_ret"
ir_measures = "NumRet"

[also.NumQ]
title   = "Number of queries"
about   = "One for each query that is scored; added up over queries, not averaged."
formula = "1"
needs   = "relevant"
parts   = { value = "1" }
ties    = "no order changes it"

[also.NumQ.peers]
trec_eval   = "num_q"
ir_measures = "NumQ"
*/
select run, query_id, {{ value }} as value
from topics
/*
example = [
    ["Six documents, judged or not.", { ranking = [1, "?", 0, -1, "?", 0], NumRet = 6 }],
    ["One query.", { ranking = [1, 0], NumQ = 1 }],
    ["One that is not answered is one too.", { ranking = [], missed = [1], NumQ = 1 }],
]
*/
