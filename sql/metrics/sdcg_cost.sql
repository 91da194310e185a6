/*
name    = "sDCG_cost"
title   = "Expected cost of sDCG"
family  = "utility"
about   = """
    What the user of sDCG is expected to pay: for each document that is looked at, or for all of them. Costs are
    given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(i) = 1 / d(i),
    i = 1..k"""
range   = [0, inf]
better  = "neither"
cite    = """
    Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.6. doi:10.1145/1416950.1416952 Costs are those of cwl_eval:
    Azzopardi, Thomas and Moffat, SIGIR 2019. doi:10.1145/3331184.3331398"""

[parameters]
discount   = { type = "discount", default = "jk" }
base       = { type = "discount" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "cutoff", required = true, within = "[1, 100000]" }
*/
select run, query_id, {{ paid('examined', 'more') }} as value
from topics
cross join (select sum(1 / {{ discount('place') }} order by place asc) as examined from ({{ places_to_k() }}))
left join
    (
        select run, query_id, sum((cost - $other_cost) / {{ discount('rank') }} order by rank asc) as more
        from priced
        where rank <= $k
        group by all
    )
    using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { k = 10 }, value = 1.951566 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], value = 6.700889 },
        { with = { k = 10, per = "search" } }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 }, value = 10.000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, value = 1.289578 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, value = 3.561606 }],
    ["With the discount of cwl_eval.",
        { ranking = [1, 0, 1], costs = [1, 2, 4], with = { k = 3, discount = "log2" }, value = 2.000000 }],
]
*/
