/*
name    = "RBP_cost"
title   = "Expected cost of rank-biased precision"
family  = "utility"
about   = """
    What the user of rank-biased precision is expected to pay: for each document that is looked at, or for all of
    them. Costs are given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(i) = p^(i -
    1), i = 1, 2, ..."""
range   = [0, inf]
better  = "neither"
cite    = """
    Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.1. doi:10.1145/1416950.1416952 Costs are those of cwl_eval:
    Azzopardi, Thomas and Moffat, SIGIR 2019. doi:10.1145/3331184.3331398"""

[parameters]
p          = { type = "persistence" }
per        = { type = "costs" }
other_cost = { type = "costs" }
*/
select run, query_id, {{ paid('examined', 'more') }} as value
from topics
cross join (select 1 / (1 - $p) as examined)
left join
    (
        select run, query_id, sum((cost - $other_cost) * pow($p, rank - 1) order by rank asc) as more
        from priced
        group by all
    )
    using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], value = 1.929600 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], with = { per = "search" }, value = 6.696000 }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { other_cost = 10 }, value = 10.000000 }],
    ["Documents whose cost is not given cost less than others.",
        { ranking = [0, "?", 0, 1], costs = [1, "?", 3, 100], with = { other_cost = 0.5 }, value = 11.108800 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { per = "search" }, value = 5.000000 }],
    ["p = 0: the first document alone.", { ranking = [0, 1], costs = [7, 9], with = { p = 0 }, value = 7.000000 }],
]
*/
