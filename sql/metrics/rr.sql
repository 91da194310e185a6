/*
name     = "RR"
title    = "Reciprocal rank"
family   = "first"
about    = "One over the rank of the first relevant document."
formula  = "RR@k = 1 / r1, r1 the first rank with rel(i) = 1; 0 if r1 > k"
range    = [0, 1]
better   = "higher"
residual = "RR_residual"
cite     = "Voorhees, The TREC-8 Question Answering Track report, 1999."
papers   = ["Moffat and Zobel 2008", "Sakai 2006"]
aliases  = ["MRR"]
macros   = ["reciprocal_rank", "mrr"]
needs    = "relevant"
parts    = { value = "1 / min(rank)" }

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
trec_eval   = "recip_rank"
ir_measures = ["RR(rel={rel})", "RR(rel={rel})@{k}"]

[also.RR_damped]
title   = "Damped reciprocal rank"
about   = "Reciprocal rank with a constant added to the rank, so that the first few ranks are worth nearly the same."
formula = "RR_damped@k = 1 / (damping + r1), r1 the first rank with rel(i) = 1; 0 if r1 > k"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.3. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]
parts   = { value = "1 / ($damping + min(rank))" }

[also.RR_damped.parameters]
damping = { type = "DOUBLE", default = 3, within = "[0, inf)", about = """
    what is added to the rank; 0 gives reciprocal rank""" }

[also.RR_nth]
title   = "Reciprocal rank of the nth relevant document"
about   = "One over the rank at which a user who wants n relevant documents has found them."
formula = "RR_nth@k = 1 / rank of the nth relevant document; 0 if that is > k, or there are fewer"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.3. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]
aliases = ["RR2"]
parts   = { value = "1 / list(rank order by rank asc)[$nth]" }

[also.RR_nth.parameters]
nth = { type = "INTEGER", default = 2, within = "[1, inf)", about = "number of relevant documents wanted" }
*/
select run, query_id, {{ value }} as value
from judged
where relevance >= $rel and rank <= $k
group by all
/*
example = [
    ["The first relevant document stands at rank 2.", { ranking = [0, 1, 0, 1], RR = 0.5 }],
    ["Of grade 2 or better, at rank 4.", { ranking = [0, 1, 0, 2], with = { rel = 2 }, RR = 0.25 }],
    ["Relevant just at the cutoff.", { ranking = [0, 0, 1, 1], with = { k = 3 }, RR = 0.333333 }],
    ["Relevant just below the cutoff.", { ranking = [0, 0, 1, 1], with = { k = 2 }, RR = 0 }],
    ["Tables I and II: the first relevant document stands at rank 1.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], RR_damped = 0.25, RR_nth = 0.5 }],
    ["At rank 2, with 60 added: 1/62.", { ranking = [0, 1, 1], with = { damping = 60 }, RR_damped = 0.016129 }],
    ["Beyond the cutoff it counts nothing.", { ranking = [0, 1, 1], with = { k = 1 }, RR_damped = 0 }],
    ["Relevant just at the cutoff: 1 / (3 + 3).", { ranking = [0, 0, 1], with = { k = 3 }, RR_damped = 0.166667 }],
    ["The third stands at rank 6.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { nth = 3 } },
        { RR_nth = 0.166667 }],
    ["So it is not among the first 5.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { nth = 3, k = 5 } },
        { RR_nth = 0 }],
    ["A relevant document that is never retrieved is not found.", { ranking = [1, 0], missed = [1], RR_nth = 0 }],
    ["The second relevant document stands just at the cutoff.",
        { ranking = [1, 0, 1], with = { k = 3 }, RR_nth = 0.333333 }],
]
*/
