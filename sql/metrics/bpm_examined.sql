/*
name    = "BPM_examined"
title   = "Documents examined in the Bejeweled player model"
family  = "utility"
about   = "How many documents the user of BPM is expected to look at."
formula = "s, as BPM has it"
range   = [1, inf]
better  = "neither"
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
select run, query_id, coalesce(stops, $k) as value
from topics
left join
    (select run, query_id, min(rank) filter (gained >= $T) as stops from ({{ gained_so_far() }}) group by all)
    using (run, query_id)
/*
[[example]]
about   = "x"
ranking = [0, 1, 0]
with    = { k = 10 }
value   = 2
*/
