/*
name    = "R_cap"
title   = "Capped recall"
family  = "recall"
about   = """
    The share of the relevant documents that are among the first k, or of k where there are more: 1 is always within
    reach. RelativeP@k is the same number; without a cutoff this is recall, and that is of the documents retrieved."""
formula = "R_cap@k = c(k) / min(R, k)"
range   = [0, 1]
better  = "higher"
cite    = "Thakur and others, BEIR, NeurIPS 2021 Datasets and Benchmarks, arXiv:2104.08663"
aliases = ["Recall_cap", "Capped_recall"]
needs   = "relevant"

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }
*/
select
    run,
    query_id,
    count(*) filter (rank <= $k) / least(count(*), $k) as value
from judged
where relevance >= $rel
group by all
/*
example = [
    ["Without a cutoff it is recall: two of four.", { ranking = [1, 0, 1], missed = [1, 1], value = 0.5 }],
    ["Four are relevant, two ranks are there for them, and one of these is used.",
        { ranking = [1, 0, 1], missed = [1, 1], with = { k = 2 }, value = 0.5 }],
    ["Two are relevant and one of them is at or above rank 3.",
        { ranking = [0, 0, 1, 1], with = { k = 3 }, value = 0.5 }],
]
*/
