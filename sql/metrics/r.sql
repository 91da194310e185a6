/*
name    = "R"
title   = "Recall"
family  = "recall"
about   = "The share of the relevant documents that are among the first k."
formula = "R@k = c(k) / R"
range   = [0, 1]
better  = "higher"
cite    = "Van Rijsbergen, Information Retrieval, 2nd edition, Butterworths, 1979, chapter 7."
papers  = ["Järvelin and Kekäläinen 2002", "Moffat and Zobel 2008", "Della Mea and Mizzaro 2004"]
aliases = ["Recall"]
macros  = ["recall"]
needs   = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
trec_eval   = ["set_recall", "recall_{k}"]
ir_measures = ["SetR(rel={rel})", "R(rel={rel})@{k}"]
*/
select
    run,
    query_id,
    count(*) filter (rank <= $k) / count(*) as value
from judged
where relevance >= $rel
group by all
/*
example = [
    ["Relevant at ranks 1 and 3, two more never retrieved: one of four by rank 2.",
        { ranking = [1, 0, 1], missed = [1, 1], with = { k = 2 }, value = 0.25 }],
    ["Two of three by rank 2, and none at rank 3.",
        { ranking = [1, 1, 0], missed = [1], with = { k = 2 }, value = 0.666667 }],
]
*/
