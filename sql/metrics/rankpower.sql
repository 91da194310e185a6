/*
name       = "RankPower"
title      = "RankPower"
family     = "rank"
about      = """
    The mean rank of the relevant documents among the first k, over their number m. Lower is better, (m + 1) / (2 m)
    at best; but one more found late raises it. No value if there is none."""
formula    = "RankPower@k = Σ ranks i <= k with rel(i) = 1, over c(k)^2"
range      = [0.5, inf]
better     = "lower"
monotone   = false
when_empty = "null"
cite       = "Meng and Chen, On user-oriented measurements of effectiveness of web information retrieval systems, 2004."
papers     = ["Moffat and Zobel 2008"]
needs      = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }
*/
select run, query_id, sum(rank order by rank asc) / (count(*) * count(*)) as value
from judged
where relevance >= $rel and rank <= $k
group by all
/*
example = [
    ["Moffat and Zobel 2008, tables I and II: (1 + 2 + 6 + 11 + 17) / 25.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 1.48 }],
    ["To rank 10: (1 + 2 + 6) / 9.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], missed = [1], value = 1 },
        { with = { k = 10 } }],
    ["None among the first 2.", { ranking = [0, 0, 1], with = { k = 2 }, value = "null" }],
    ["Relevant just at the cutoff: 2 / 1.", { ranking = [0, 1], with = { k = 2 }, value = 2 }],
]
*/
