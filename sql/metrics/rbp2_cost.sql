/*
name    = "RBP2_cost"
title   = "Expected cost of RBP2"
family  = "utility"
about   = """
    What the user of RBP2 is expected to pay: for each document that is looked at, or for all of them. Costs are
    given beside the runs (--costs)."""
formula = """
    Σ c(i) a(i) over Σ a(i), or of per = 'search' the first alone; c(i) is what the document costs; a(1) = 1, a(i +
    1) = a(i) p1 if rel(i) = 1, else a(i) p2"""
range   = [0, inf]
better  = "neither"
cite    = """
    Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.3. doi:10.1145/1416950.1416952 Costs are those of cwl_eval:
    Azzopardi, Thomas and Moffat, SIGIR 2019. doi:10.1145/3331184.3331398"""

[parameters]
p1         = { type = "DOUBLE", default = 0.8, within = "[0, 1]", about = """
    probability of reading on after a relevant document""" }
p2         = { type = "DOUBLE", default = 0.8, within = "[0, 1)", about = """
    probability of reading on after any other document""" }
rel        = { type = "relevance", idle = "p1 == p2" }
per        = { type = "costs" }
other_cost = { type = "costs" }
*/
with
    relevant as (
        select run, query_id, rank, row_number() over (partition by run, query_id order by rank asc) as hits
        from judged
        where relevance >= $rel and rank is not null
    ),

    documents as (
        select
            run,
            query_id,
            -- every document seen is followed by the next with p1 or p2, so X = 1 + p1 U + p2 (X - U)
            (1 + ($p1 - $p2) * coalesce(utility, 0)) / (1 - $p2) as examined
        from topics
        left join
            (
                -- a(i) is p1 for each relevant document above, and p2 for each other
                select run, query_id, sum(pow($p1, hits - 1) * pow($p2, rank - hits) order by rank asc) as utility
                from relevant
                group by all
            )
            using (run, query_id)
    ),

    costs_above as (
        select
            priced.run,
            priced.query_id,
            sum(
                (cost - $other_cost)
                * pow($p1, coalesce(hits, 0)) * pow($p2, priced.rank - 1 - coalesce(hits, 0))
                order by priced.rank asc
            ) as more
        from priced
        asof left join relevant
            on relevant.run = priced.run and relevant.query_id = priced.query_id and relevant.rank < priced.rank
        group by all
    )

select run, query_id, {{ paid('examined', 'more') }} as value
from documents
left join costs_above using (run, query_id)
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
    ["A user who reads on for sure after a relevant document.",
        { ranking = [0, 1, 1, 0, 0], costs = [1, 2, 4, 8, 16], with = { p1 = 1, p2 = 0.5 }, value = 4.083333 }],
    ["A user who rather reads on after a relevant document.",
        { ranking = [1, 0, 1, 1, 0], costs = [1, 2, 4, 8, 16], with = { p1 = 0.9, p2 = 0.5 }, value = 4.028846 }],
    ["Nothing relevant.", { ranking = [0, 0], costs = [1, 2], with = { p1 = 0.9, p2 = 0.5 }, value = 1.250000 }],
]
*/
