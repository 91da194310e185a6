/*
name    = "Unjudged"
title   = "Share unjudged"
family  = "judgments"
about   = """
    The share of the first k documents that are not judged; ranks beyond the ranking count as judged, and a negative
    relevance as no judgment. Without a cutoff, of all documents retrieved."""
formula = "(min(k, n) - judged among the first k) / k; without a cutoff, k = n, n documents retrieved"
range   = [0, 1]
better  = "neither"
cite    = "trec_eval, m_unjudged.c: https://github.com/usnistgov/trec_eval"

[parameters]
k = { type = "cutoff" }

[peers]
trec_eval = "unj_{k}"
*/
select
    run,
    query_id,
    (least($k, any_value(num_ret)) - count(relevance)) / nullif(any_value({{ examined() }}), 0) as value
from topics
left join (select run, query_id, relevance from judged where rank <= $k and relevance >= 0) using (run, query_id)
group by all
/*
example = [
    ["Two of six: one has no judgment, and one a negative relevance.",
        { ranking = [1, "?", 0, -1, 0, 1], value = 0.333333 }],
    ["Of the first two, one.", { ranking = [1, "?", "?"], with = { k = 2 }, value = 0.5 }],
    ["Judged just at the cutoff.", { ranking = ["?", 0], with = { k = 2 }, value = 0.5 }],
    ["Ranks beyond the ranking count as judged.",
        { ranking = ["?", "?"], missed = [1], with = { k = 5 }, value = 0.4 }],
    ["Nothing is retrieved.", { ranking = [], missed = [1], value = 0 }],
    ["One document is retrieved, and it is not judged.", { ranking = ["?"], missed = [1], value = 1 }],
]
*/
