/*
name       = "Unjudged"
title      = "Share unjudged"
family     = "judgments"
about      = """
    The share of the first k documents that are not judged; ranks beyond the ranking count as judged, and a negative
    relevance as no judgment. Without a cutoff, of all documents retrieved."""
formula    = "(min(k, n) - judged among the first k) / k; without a cutoff, k = n, n documents retrieved"
range      = [0, 1]
better     = "neither"
cite       = "trec_eval, m_unjudged.c: https://github.com/usnistgov/trec_eval"
parts      = { within = "rank <= $k and relevance >= 0" }
parameters = { k = { type = "cutoff" } }
peers      = { trec_eval = "unj_{k}" }

[also.Hole]
title   = "Share of holes"
about   = """
    The share of the first k ranks that hold a document without a judgment of any kind for the query; without a cutoff,
    of all documents retrieved. To BEIR and MTEB a document that any other query judges is not a hole: their value is
    never higher."""
formula = "Hole@k = (min(k, n) - judged among the first k) / k; without a cutoff, k = n, n documents retrieved"
cite    = "Thakur and others, BEIR, NeurIPS 2021 Datasets and Benchmarks. arXiv:2104.08663"
parts   = { within = "rank <= $k" }
*/
select run, query_id, (least($k, any_value(num_ret)) - count(rank)) / nullif(any_value({{ examined() }}), 0) as value
from topics
left join (select run, query_id, rank from judged where {{ within }}) using (run, query_id)
group by all
/*
example = [
    ["Two of six: one has no judgment, and one a negative relevance.",
        { ranking = [1, "?", 0, -1, 0, 1], Unjudged = 0.333333 }],
    ["Of the first two, one.", { ranking = [1, "?", "?"], with = { k = 2 }, Unjudged = 0.5 }],
    ["Judged just at the cutoff.", { ranking = ["?", 0], with = { k = 2 }, Unjudged = 0.5 }],
    ["Ranks beyond the ranking count as judged. Ranks beyond the ranking hold nothing.",
        { ranking = ["?", "?"], missed = [1], with = { k = 5 }, Unjudged = 0.4, Hole = 0.4 }],
    ["Nothing is retrieved.", { ranking = [], missed = [1], Unjudged = 0, Hole = 0 }],
    ["One document is retrieved, and it is not judged; a hole.",
        { ranking = ["?"], missed = [1], Unjudged = 1, Hole = 1 }],
    ["Two of six have no judgment; a negative relevance is one.",
        { ranking = [1, "?", 0, -1, "?", 0], Hole = 0.333333 }],
    ["Judged just at the cutoff, and just below it: of the first two ranks, one.",
        { ranking = ["?", 0, 1], with = { k = 2 }, Unjudged = 0.5, Hole = 0.5 }],
]
*/
