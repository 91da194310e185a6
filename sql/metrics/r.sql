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
parts   = { divisor = "count(*)" }

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }

[peers]
trec_eval   = ["set_recall", "recall_{k}"]
ir_measures = ["SetR(rel={rel})", "R(rel={rel})@{k}"]

[also.R_cap]
title   = "Capped recall"
about   = """
    The share of the relevant documents that are among the first k, or of k if there are more: 1 is always within
    reach. RelativeP@k is the same number; without a cutoff this is recall, and that is of the documents retrieved."""
formula = "R_cap@k = c(k) / min(R, k)"
cite    = "Thakur and others, BEIR, NeurIPS 2021 Datasets and Benchmarks, arXiv:2104.08663"
aliases = ["Recall_cap", "Capped_recall"]
papers  = []
parts   = { divisor = "least(count(*), $k)" }
*/
select run, query_id, count(*) filter (rank <= $k) / {{ divisor }} as value
from judged
where relevance >= $rel
group by all
/*
example = [
    ["""Relevant at ranks 1 and 3, two more never retrieved: one of four by rank 2. Four are relevant, two ranks are
        there for them, and one of these is used.""",
        { ranking = [1, 0, 1], missed = [1, 1], with = { k = 2 }, R = 0.25, R_cap = 0.5 }],
    ["Two of three by rank 2, and none at rank 3.",
        { ranking = [1, 1, 0], missed = [1], with = { k = 2 }, R = 0.666667 }],
    ["Without a cutoff it is recall: two of four.", { ranking = [1, 0, 1], missed = [1, 1], R_cap = 0.5 }],
    ["Two are relevant and one of them is at or above rank 3.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, R_cap = 0.5 }],
]
*/
