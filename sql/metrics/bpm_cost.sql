/*
name    = "BPM_cost"
title   = "Expected cost of BPM"
family  = "utility"
about   = """
    What the user of BPM is expected to pay: for each document that is looked at, or for all of them. Costs are
    given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(i) = 1 for i
    <= s, and 0 for others; s the first rank with g(1) + ... + g(s) >= T, at most k; g(i) = (relevance - min_rel) /
    (max_rel - min_rel), from 0 to 1"""
range   = [0, inf]
better  = "neither"
cite    = """
    Zhang, Liu, Li, Zhang, Xu and Ma, Evaluating web search with a Bejeweled player model, SIGIR 2017, the static
    model. doi:10.1145/3077136.3080841 Costs are those of cwl_eval: Azzopardi, Thomas and Moffat, SIGIR 2019.
    doi:10.1145/3331184.3331398"""

[parameters]
T          = { type = "goal" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "stop" }
*/
with documents as (
        select run, query_id, coalesce(stops, $k) as examined
        from topics
        left join
            (select run, query_id, min(rank) filter (gained >= $T) as stops from ({{ gained_so_far() }}) group by all)
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
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], value = 8.500000 },
        { with = { k = 10, min_rel = 1, max_rel = 3, T = 2, per = "search" } }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 }, value = 10.000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, value = 1.500000 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, value = 5.000000 }],
    ["T is never reached, and she looks at 4 documents.",
        { ranking = [1, 1, 0], costs = [4, 2], with = { k = 4, T = 5 }, value = 2.000000 }],
    ["Grades to 3, none of which satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { k = 10, max_rel = 3 }, value = 4.000000 }],
]
*/
