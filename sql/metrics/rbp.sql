/*
name     = "RBP"
title    = "Rank-biased precision"
family   = "utility"
about    = "The rate at which a user who reads on with probability p gains relevant documents."
formula  = "RBP(p) = (1 - p) Σ rel(i) p^(i - 1)"
range    = [0, 1]
better   = "higher"
residual = "RBP_residual"
cite     = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.1. doi:10.1145/1416950.1416952"

[parameters]
p   = { type = "DOUBLE", default = 0.8, within = "[0, 1)", about = "probability of reading on to the next document" }
rel = { type = "DOUBLE", default = 1, above = 0, about = "lowest relevance that counts as relevant" }
k   = { type = "cutoff" }

[peers]
trec_eval   = "rbp_p={p}"
ir_measures = ["RBP(p={p},rel={rel})", "RBP(p={p},rel={rel})@{k}"]

[[example]]
about   = "The paper's running example, tables I and II: relevant at ranks 1, 2, 6, 11 and 17 of 20."
ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
with    = { p = 0.5 }
value   = 0.766121

[[example]]
about   = "The same for a persistent user."
ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
with    = { p = 0.95 }
value   = 0.188132

[[example]]
about   = "p = 0 is precision at rank 1."
ranking = [1, 1, 0]
with    = { p = 0 }
value   = 1
*/
select
    run,
    query_id,
    (1 - $p) * sum(pow($p, rank - 1) order by rank asc) as value
from judged
where relevance >= $rel and rank <= $k
group by all
