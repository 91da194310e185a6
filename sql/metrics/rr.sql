/*
name     = "RR"
title    = "Reciprocal rank"
family   = "first"
about    = "One over the rank of the first relevant document."
formula  = "RR@k = 1 / r1, r1 the first rank with rel(i) = 1; 0 where r1 > k"
range    = [0, 1]
better   = "higher"
residual = "RR_residual"
cite     = "Voorhees, The TREC-8 Question Answering Track report, 1999."
papers   = ["Moffat and Zobel 2008", "Sakai 2006"]
aliases  = ["MRR"]
macros   = ["reciprocal_rank"]
needs    = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
trec_eval   = "recip_rank"
ir_measures = ["RR(rel={rel})", "RR(rel={rel})@{k}"]
*/
select
    run,
    query_id,
    1 / min(rank) as value
from judged
where relevance >= $rel and rank <= $k
group by all
/*
example = [
    ["The first relevant document stands at rank 2.", { ranking = [0, 1, 0, 1], value = 0.5 }],
    ["Of grade 2 or better, at rank 4.", { ranking = [0, 1, 0, 2], with = { rel = 2 }, value = 0.25 }],
    ["Relevant just at the cutoff.", { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 0.333333 }],
    ["Relevant just below the cutoff.", { ranking = [0, 0, 1, 1], with = { k = 2 }, value = 0 }],
]
*/
