/*
name     = "BPM"
title    = "Bejeweled player model"
family   = "utility"
about    = "The rate at which a user gains who stops when she has gained T, and at rank k at the latest."
formula  = """
    g(1) + ... + g(s), over s; s the first rank with g(1) + ... + g(s) >= T, at most k; g(i) = (relevance -
    min_rel) / (max_rel - min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
residual = "BPM_residual"
cite     = """
    Zhang, Liu, Li, Zhang, Xu and Ma, Evaluating web search with a Bejeweled player model, SIGIR 2017, the static
    model. doi:10.1145/3077136.3080841"""
needs    = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "stop" }

[peers]
ir_measures = "BPM(T={T:},min_rel={min_rel},max_rel={max_rel})@{k}"
*/
select
    run,
    query_id,
    coalesce(min(gained) filter (gained >= $T), max(gained)) / coalesce(min(rank) filter (gained >= $T), $k) as value
from ({{ gained_so_far() }})
group by all
/*
example = [
    ["Relevant at ranks 2 and 4.", { ranking = [0, 1, "?", 1], missed = [1], with = { k = 10 }, value = 0.500000 }],
    ["Grades of which 1 is worth nothing, and 4 no more than 3.",
        { ranking = [0, 1, 2, 4, 2], with = { k = 10, min_rel = 1, max_rel = 3, T = 2 }, value = 0.400000 }],
    ["Relevant just at the last rank, and just below it.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 0.333333 }],
    ["Relevant at rank 1; a negative relevance is worth nothing.",
        { ranking = [1, -1, 1], with = { k = 10, T = 2 }, value = 0.666667 }],
    ["T is never reached: 1 + 1 of 5 hoped for.", { ranking = [1, 1], with = { k = 10, T = 5 }, value = 0.200000 }],
]
*/
