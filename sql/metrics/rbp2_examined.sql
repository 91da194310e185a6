/*
name    = "RBP2_examined"
title   = "Documents examined by a user with two probabilities"
family  = "utility"
about   = """
    How many documents a user is expected to look at who reads on with probability p1 after a relevant document and
    p2 after any other. Beyond the ranking nothing is relevant; an empty ranking gives 1 / (1 - p2)."""
formula = "X = Σ a(i), i = 1, 2, ...; a(1) = 1, a(i + 1) = a(i) p1 if rel(i) = 1, else a(i) p2"
range   = [1, inf]
better  = "neither"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.3. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]

[parameters]
p1  = { type = "DOUBLE", default = 0.8, within = "[0, 1]", about = """
    probability of reading on after a relevant document""" }
p2  = { type = "DOUBLE", default = 0.8, within = "[0, 1)", about = """
    probability of reading on after any other document""" }
rel = { type = "relevance", idle = "p1 == p2" }
*/
select
    run,
    query_id,
    -- every document seen is followed by the next with p1 or p2, so X = 1 + p1 U + p2 (X - U)
    (1 + ($p1 - $p2) * coalesce(utility, 0)) / (1 - $p2) as value
from topics
left join
    (
        -- a(i) is p1 for each relevant document above, and p2 for each other
        select run, query_id, sum(pow($p1, hits - 1) * pow($p2, rank - hits) order by rank asc) as utility
        from
            (
                select run, query_id, rank, row_number() over (partition by run, query_id order by rank asc) as hits
                from judged
                where relevance >= $rel and rank is not null
            )
        group by all
    )
    using (run, query_id)
/*
example = [
    ["Section 4.1: both 0.8 is 1 / (1 - 0.8).",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 5 }],
    ["1 + 1/2 + 1/4, and then p2 = 0 ends it.", { ranking = [1, 1, 0, 1], with = { p1 = 0.5, p2 = 0 }, value = 1.75 }],
    ["1 + 0.9 + 0.9^2 / (1 - 0.5).", { ranking = [1, 1], with = { p1 = 0.9, p2 = 0.5 }, value = 3.52 }],
    ["Nothing retrieved: 1 / (1 - 0.5).", { ranking = [], missed = [1], with = { p1 = 0.9, p2 = 0.5 }, value = 2 }],
]
*/
