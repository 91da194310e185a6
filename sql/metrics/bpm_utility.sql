/*
name    = "BPM_utility"
title   = "Expected utility of the Bejeweled player model"
family  = "utility"
about   = "How much the user of BPM gains in all; BPM is this over the documents expected to be looked at."
formula = "Σ g(i), i = 1..s; s and g(i) as BPM has them"
range   = [0, inf]
better  = "higher"
cite    = """
    Zhang, Liu, Li, Zhang, Xu and Ma, Evaluating web search with a Bejeweled player model, SIGIR 2017, the static
    model. doi:10.1145/3077136.3080841"""
needs   = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", required = true }
*/
select run, query_id, coalesce(min(gained) filter (gained >= $T), max(gained)) as value
from ({{ gained_so_far() }})
group by all
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
with    = { k = 10 }
value   = 1
*/
