/*
name     = "BPM"
title    = "Bejeweled player model"
family   = "utility"
about    = """
    The rate at which a user gains who stops once T is gained, and at rank k at the latest."""
formula  = """
    Σ g(i), i = 1..s, over s; s the first rank by which g adds up to T, or k; g(i) = (relevance - min_rel) /
    (max_rel - min_rel), from 0 to 1"""
range    = [0, 1]
better   = "higher"
cite     = """
    Zhang, Liu, Li, Zhang, Xu and Ma, Evaluating web search with a Bejeweled player model, SIGIR 2017, the static
    model. doi:10.1145/3077136.3080841"""
needs    = "relevant"

[parameters]
T       = { type = "goal" }
min_rel = { type = "scale" }
max_rel = { type = "scale" }
k       = { type = "cutoff", required = true }

[peers]
ir_measures = "BPM(T={T},min_rel={min_rel},max_rel={max_rel})@{k}"
*/
select
    run,
    query_id,
    coalesce(min(gained) filter (gained >= $T), max(gained)) / coalesce(min(rank) filter (gained >= $T), $k) as value
from ({{ gained_so_far() }})
group by all
/*
[[example]]
about   = "1 is gained by rank 2."
ranking = [0, 1, 1]
with    = { k = 10 }
value   = 0.5
*/
