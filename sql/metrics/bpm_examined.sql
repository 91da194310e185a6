/*
name    = "BPM_examined"
title   = "Documents examined in BPM"
family  = "utility"
about   = "How many documents the user of BPM is expected to look at."
formula = """
    s; s the first rank with g(1) + ... + g(s) >= T, at most k; g(i) = (relevance - min_rel) / (max_rel - min_rel),
    from 0 to 1"""
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
k       = { type = "stop" }
*/
select run, query_id, coalesce(stops, $k) as value
from topics
left join
    (select run, query_id, min(rank) filter (gained >= $T) as stops from ({{ gained_so_far() }}) group by all)
    using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], with = { k = 10 }, value = 2.000000 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { k = 10, min_rel = 1, max_rel = 3, T = 2 }, value = 5.000000 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 3.000000 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { k = 10, T = 2 }, value = 3.000000 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], with = { k = 5 }, value = 5.000000 }],
]
*/
