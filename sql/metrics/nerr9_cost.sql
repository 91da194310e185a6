/*
name    = "NERR9_cost"
title   = "Expected cost of NERR9"
family  = "utility"
about   = """
    What the user of NERR9 is expected to pay: for each document that is looked at, or for all of them. Costs are
    given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(i) = 1/i Π (1
    - g(j)), j < i; i = 1..k; g(i) = (relevance - min_rel) / (max_rel - min_rel), from 0 to 1"""
range   = [0, inf]
better  = "neither"
cite    = """
    Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021, equation 9. doi:10.1145/3471158.3472239 Costs are
    those of cwl_eval: Azzopardi, Thomas and Moffat, SIGIR 2019. doi:10.1145/3331184.3331398"""

[parameters]
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "stop" }
*/
with
    documents as (
        select run, query_id, {{ harmonic('$k') }} - coalesce(skipped, 0) as examined
        from topics
        left join
            (
                -- who is stopped looks at none of the ranks below
                select
                    run,
                    query_id,
                    sum(reached * stops * ({{ harmonic('$k') }} - {{ harmonic('rank') }}) order by rank asc) as skipped
                from ({{ cascade(stopping(scaled())) }})
                group by all
            )
            using (run, query_id)
    ),

    costs_above as (
        select run, query_id, sum(more * reached / rank order by rank asc) as more
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
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], with = { k = 10 }, value = 2.333333 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], value = 2.333333 },
        { with = { k = 10, min_rel = 1, max_rel = 3, per = "search" } }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 }, value = 10.000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, value = 1.227273 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, value = 2.283333 }],
    ["Grades to 3, none of which satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { k = 10, max_rel = 3 }, value = 5.107152 }],
]
*/
