/*
name       = "SetAP"
title      = "Average precision of a set"
family     = "precision"
about      = """
    Precision of all documents retrieved times their recall: average precision where each relevant document retrieved
    has the precision of the set."""
formula    = "c(n)^2 / (n R); n documents retrieved"
range      = [0, 1]
better     = "higher"
cite       = "trec_eval, m_set_map.c: https://github.com/usnistgov/trec_eval"
needs      = "relevant"
ties       = "no order changes it"
parameters = { rel = { type = "relevance" } }

[peers]
trec_eval   = "set_map"
ir_measures = "SetAP(rel={rel})"
*/
select run, query_id, count(rank) * count(rank) / nullif(any_value(num_ret) * count(*), 0) as value
from judged
join topics using (run, query_id)
where relevance >= $rel
group by all
/*
example = [
    ["Two of the three relevant documents are found, in four: 2/4 2/3.",
        { ranking = [1, 0, "?", 1], missed = [1], value = 0.333333 }],
    ["Nothing is retrieved.", { ranking = [], missed = [1], value = 0 }],
    ["Of grade 2 or better: 1/2.", { ranking = [1, 2], with = { rel = 2 }, value = 0.5 }],
    ["The one document retrieved is the one relevant.", { ranking = [1], value = 1 }],
]
*/
