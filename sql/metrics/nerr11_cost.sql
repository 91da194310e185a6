/*
name    = "NERR11_cost"
title   = "Expected cost of NERR11"
family  = "utility"
about   = """
    What the user of NERR11 is expected to pay: for each document that is looked at, or for all of them. Costs are
    given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(i) = (2 T / (i
    - 1 + 2 T))^2 Π (1 - g(j)), j < i; i = 1..k; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
range   = [0, inf]
better  = "neither"
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 11. doi:10.1145/3471158.3472239 Costs
    are those of cwl_eval: Azzopardi, Thomas and Moffat, SIGIR 2019. doi:10.1145/3331184.3331398"""

[parameters]
T          = { type = "goal" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "last" }
*/
with
    documents as (
        select run, query_id, 4 * $T * $T * ({{ insq_from('(2 * $T)') }} - coalesce(skipped, 0)) as examined
        from topics
        left join
            (
                -- who is stopped looks at none of the ranks below
                select
                    run,
                    query_id,
                    sum(reached * stops * {{ insq_from('(rank + 2 * $T)') }} order by rank asc) as skipped
                from ({{ cascade(stopping(scaled())) }})
                group by all
            )
            using (run, query_id)
    ),

    costs_above as (
        select run, query_id, sum(more * reached * pow(2 * $T / (rank - 1 + 2 * $T), 2) order by rank asc) as more
        from ({{ priced_below(stopping(scaled())) }})
        where rank <= $k
        group by all
    )

select run, query_id, {{ paid('examined', 'more') }} as value
from documents
left join costs_above using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], value = 2.307692 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], value = 2.764172 },
        { with = { min_rel = 1, max_rel = 3, T = 2, per = "search" } }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 }, value = 10.000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, value = 1.163934 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, value = 1.965556 }],
    ["Grades to 3, none of which satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { max_rel = 3 }, value = 5.361802 }],
]
*/
