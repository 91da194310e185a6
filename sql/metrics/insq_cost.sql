/*
name    = "INSQ_cost"
title   = "Expected cost of INSQ"
family  = "utility"
about   = """
    What the user of INSQ is expected to pay: for each document that is looked at, or for all of them. Costs are
    given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(i) = (2 T / (i
    - 1 + 2 T))^2, i = 1..k"""
range   = [0, inf]
better  = "neither"
cite    = """
    Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012.
    doi:10.1145/2407085.2407092 Costs are those of cwl_eval: Azzopardi, Thomas and Moffat, SIGIR 2019.
    doi:10.1145/3331184.3331398"""

[parameters]
T          = { type = "goal" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "last" }
*/
select run, query_id, {{ paid('examined', 'more') }} as value
from topics
cross join (select 4 * $T * $T * {{ insq_from('(2 * $T)') }} as examined)
left join
    (
        select run, query_id, sum((cost - $other_cost) * pow(2 * $T / (rank - 1 + 2 * $T), 2) order by rank asc) as more
        from priced
        where rank <= $k
        group by all
    )
    using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], value = 1.980290 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], with = { T = 2, per = "search" }, value = 5.547426 }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 }, value = 10.000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, value = 1.163934 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, value = 1.965556 }],
]
*/
