/*
name    = "INST_cost"
title   = "Expected cost of INST"
family  = "utility"
about   = """
    What the user of INST is expected to pay: for each document that is looked at, or for all of them. Costs are
    given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(1) = 1, a(i +
    1) = a(i) ((i + b(i) - 1) / (i + b(i)))^2, i = 1..k; b(i) = 2 T less the gain of the first i; g(i) = (relevance
    - min_rel) / (max_rel - min_rel), from 0 to 1"""
range   = [0, inf]
better  = "neither"
cite    = """
    Moffat, Bailey, Scholer and Thomas, INST: an adaptive metric for information retrieval evaluation, ADCS 2015.
    doi:10.1145/2838931.2838938 Costs are those of cwl_eval: Azzopardi, Thomas and Moffat, SIGIR 2019.
    doi:10.1145/3331184.3331398"""

[parameters]
T          = { type = "goal", within = "(0.5, 1000000000]" }
min_rel    = { type = "scale" }
max_rel    = { type = "scale" }
per        = { type = "costs" }
other_cost = { type = "costs" }
k          = { type = "last" }
*/
with
    documents as (
        select run, query_id, sum(reached * length order by rank asc) as examined
        from ({{ stretches() }})
        group by all
    ),

    costs_above as (
        select
            priced.run,
            priced.query_id,
            -- down a stretch the chances are as 1 / (i - 1 + b)^2
            sum(
                (cost - $other_cost)
                * reached * pow(starts / (starts + priced.rank - greatest(stretch.rank, 1)), 2)
                order by priced.rank asc
            ) as more
        from priced
        asof join ({{ stretches() }}) as stretch
            on stretch.run = priced.run and stretch.query_id = priced.query_id and stretch.rank <= priced.rank
        where priced.rank <= $k
        group by all
    )

select run, query_id, {{ paid('examined', 'more') }} as value
from documents
left join costs_above using (run, query_id)
/*
example = [
    ["Relevant at ranks 2 and 4; the third document, and what is beyond, costs 1.",
        { ranking = [0, 1, "?", 1], missed = [1], costs = [2, 3, "?", 5], value = 2.145526 }],
    ["What all documents looked at cost; documents may cost nothing.",
        { ranking = [0, 1, 2, 4, 2], costs = [1, 0, 2.5, 4, "?"], value = 4.871160 },
        { with = { min_rel = 1, max_rel = 3, T = 2, per = "search" } }],
    ["No costs are given, and each document costs 10.",
        { ranking = [0, 0, 1, 1], with = { k = 3, other_cost = 10 }, value = 10.000000 }],
    ["The last document is below rank 3.",
        { ranking = [0, "?", 0.5, 1], costs = [1, "?", 3, 100], with = { k = 3, other_cost = 0.5 }, value = 1.163934 }],
    ["Nothing retrieved: what is beyond the ranking costs 1.",
        { ranking = [], missed = [1], with = { k = 5, per = "search" }, value = 1.965556 }],
    ["Grades to 3, none of which satisfies for sure; the first document is dear.",
        { ranking = [1, 0, 2, 0], costs = [8, 0, 4, 2], with = { max_rel = 3 }, value = 4.456662 }],
]
*/
