/*
name    = "P_cost"
title   = "Expected cost of precision"
family  = "utility"
about   = """
    What the user of precision, who looks at k documents, is expected to pay: for each document that is looked at,
    or for all of them. Costs are given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(i) = 1, i =
    1..k"""
range   = [0, inf]
better  = "neither"
cite    = """
    Moffat, Bailey, Scholer and Thomas, ACM TOIS 35(3), 2017, on the user of P@k. doi:10.1145/3052768 Costs are
    those of cwl_eval: Azzopardi, Thomas and Moffat, SIGIR 2019. doi:10.1145/3331184.3331398"""

[parameters]
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "stop" }
*/
select run, query_id, {{ paid('examined', 'more') }} as value
from topics
cross join (select $k as examined)
left join
    (
        select run, query_id, sum(cost - $other_cost order by rank asc) as more
        from priced
        where rank <= $k
        group by all
    )
    using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { k = 10 }, value = 1.700000 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], value = 13.500000 },
        { with = { k = 10, per = "search" } }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 }, value = 10.000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, value = 1.500000 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, value = 5.000000 }],
]
*/
