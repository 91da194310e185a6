/*
name    = "Hits"
title   = "Hits"
family  = "counts"
about   = "How many relevant documents are among the first k; of a run, the mean over queries."
formula = "Hits@k = c(k)"
range   = [0, inf]
better  = "higher"
cite    = "Bassani, ranx, ECIR 2022. doi:10.1007/978-3-030-99739-7_30"
needs   = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }
*/
select
    run,
    query_id,
    count(*) as value
from judged
where relevance >= $rel and rank <= $k
group by all
/*
example = [
    ["Two are found, and one is missed.", { ranking = [1, 0, 2], missed = [1], value = 2 }],
    ["Relevant just at the cutoff, and just below it.", { ranking = [0, 1, 1], with = { k = 2 }, value = 1 }],
]
*/
