/*
name    = "Success"
title   = "Success"
family  = "first"
about   = "Whether there is a relevant document among the first k."
formula = "Success@k = 1 if c(k) > 0, else 0"
range   = [0, 1]
better  = "higher"
cite    = "Craswell and Hawking, Overview of the TREC 2004 Web Track."
aliases = ["Hit", "HR", "HitRate", "Hit_rate"]
needs   = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
trec_eval   = "success_{k}"
ir_measures = "Success(rel={rel})@{k}"
*/
select
    run,
    query_id,
    least(count(*), 1) as value
from judged
where relevance >= $rel and rank <= $k
group by all
/*
example = [
    ["The first relevant document stands at rank 3.", { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 1 }],
    ["So there is none among the first two.", { ranking = [0, 0, 1, 1], with = { k = 2 }, value = 0 }],
    ["More than one is no more.", { ranking = [1, 1], value = 1 }],
]
*/
