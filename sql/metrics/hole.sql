/*
name    = "Hole"
title   = "Share of holes"
family  = "judgments"
about   = """
    The share of the first k ranks that hold a document without a judgment of any kind for the query; without a cutoff,
    of all documents retrieved. To BEIR and MTEB a document that any other query judges is no hole, so that theirs is
    never higher."""
formula = "Hole@k = (min(k, n) - judged among the first k) / k; without a cutoff, k = n, n documents retrieved"
range   = [0, 1]
better  = "neither"
cite    = "Thakur and others, BEIR, NeurIPS 2021 Datasets and Benchmarks. arXiv:2104.08663"

[parameters]
k = { type = "cutoff" }
*/
select
    run,
    query_id,
    (least($k, any_value(num_ret)) - count(rank)) / nullif(any_value({{ examined() }}), 0) as value
from topics
left join (select run, query_id, rank from judged where rank <= $k) using (run, query_id)
group by all
/*
example = [
    ["Two of six have no judgment; a negative relevance is one.",
        { ranking = [1, "?", 0, -1, "?", 0], value = 0.333333 }],
    ["Judged just at the cutoff, and just below it: of the first two ranks, one.",
        { ranking = ["?", 0, 1], with = { k = 2 }, value = 0.5 }],
    ["Ranks beyond the ranking hold nothing.", { ranking = ["?", "?"], missed = [1], with = { k = 5 }, value = 0.4 }],
    ["Nothing is retrieved.", { ranking = [], missed = [1], value = 0 }],
    ["One document is retrieved, and it is a hole.", { ranking = ["?"], missed = [1], value = 1 }],
]
*/
