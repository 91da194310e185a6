/*
name    = "RR_cost"
title   = "Expected cost of reciprocal rank"
family  = "utility"
about   = """
    What the user of reciprocal rank, who stops at the first relevant document, is expected to pay: for each
    document that is looked at, or for all of them. Costs are given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(i) = 1 for i
    <= s, and 0 for others; s the first rank with rel(i) = 1, at most k"""
range   = [0, inf]
better  = "neither"
cite    = """
    Moffat, Bailey, Scholer and Thomas, ACM TOIS 35(3), 2017, on the user of RR. doi:10.1145/3052768 Costs are those
    of cwl_eval: Azzopardi, Thomas and Moffat, SIGIR 2019. doi:10.1145/3331184.3331398"""

[parameters]
rel        = { type = "relevance" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "stop" }
*/
with documents as (
        select run, query_id, least(stops, $k) as examined  -- who is never stopped, where stops is null, looks at k
        from topics
        left join
            (select run, query_id, min(rank) as stops from judged where relevance >= $rel group by all)
            using (run, query_id)
    )

select run, query_id, {{ paid('examined', 'more') }} as value
from documents
left join
    (
        select run, query_id, sum(cost - $other_cost order by rank asc) as more
        from priced
        join documents using (run, query_id)
        where rank <= examined
        group by all
    )
    using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { k = 10 }, value = 2.500000 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], value = 1.000000 },
        { with = { k = 10, per = "search" } }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 }, value = 10.000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, value = 1.500000 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, value = 5.000000 }],
    ["Nothing relevant.", { ranking = [0, 0], costs = [2, 3], with = { k = 3 }, value = 2.000000 }],
    ["Of grade 2 or better, at rank 3.",
        { ranking = [1, 0, 2, 2], costs = [1, 2, 4, 8], with = { k = 10, rel = 2 }, value = 2.333333 }],
]
*/
