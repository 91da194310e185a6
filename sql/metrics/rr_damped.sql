/*
name    = "RR_damped"
title   = "Damped reciprocal rank"
family  = "first"
about   = "Reciprocal rank with a constant added to the rank, so that the first few ranks are worth nearly the same."
formula = "RR_damped@k = 1 / (damping + r1), r1 the first rank with rel(i) = 1; 0 where r1 > k"
range   = [0, 1]
better  = "higher"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.3. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]
needs   = "relevant"

[parameters]
damping = { type = "DOUBLE", default = 3, within = "[0, inf)", about = """
    what is added to the rank; 0 gives reciprocal rank""" }
rel     = { type = "relevance" }
k       = { type = "cutoff" }
*/
select
    run,
    query_id,
    1 / ($damping + min(rank)) as value
from judged
where relevance >= $rel and rank <= $k
group by all
/*
example = [
    ["Tables I and II: the first relevant document stands at rank 1.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.25 }],
    ["At rank 2, with 60 added: 1/62.", { ranking = [0, 1, 1], with = { damping = 60 }, value = 0.016129 }],
    ["Beyond the cutoff it counts nothing.", { ranking = [0, 1, 1], with = { k = 1 }, value = 0 }],
    ["Relevant just at the cutoff: 1 / (3 + 3).", { ranking = [0, 0, 1], with = { k = 3 }, value = 0.166667 }],
]
*/
