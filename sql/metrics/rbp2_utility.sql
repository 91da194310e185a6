/*
name    = "RBP2_utility"
title   = "Utility of a user with two probabilities"
family  = "utility"
about   = """
    How many relevant documents a user is expected to see who reads on with probability p1 after a relevant document
    and p2 after any other."""
formula = "U = Σ rel(i) a(i); a(1) = 1, a(i + 1) = a(i) p1 if rel(i) = 1, else a(i) p2"
range   = [0, inf]
better  = "higher"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.3. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]

[parameters]
p1  = { type = "DOUBLE", default = 0.8, within = "[0, 1]", about = """
    probability of reading on after a relevant document""" }
p2  = { type = "DOUBLE", default = 0.8, within = "[0, 1)", about = """
    probability of reading on after any other document""" }
rel = { type = "relevance" }
*/
-- a(i) is p1 for each relevant document above, and p2 for each other
select
    run,
    query_id,
    sum(pow($p1, hits - 1) * pow($p2, rank - hits) order by rank asc) as value
from
    (
        select run, query_id, rank, row_number() over (partition by run, query_id order by rank asc) as hits
        from judged
        where relevance >= $rel and rank is not null
    )
group by all
/*
example = [
    ["Section 4.1, both 0.8: Σ rel(i) p^(i - 1).",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 2.263202 }],
    ["1 + 0.9 + 0.9^2 / 2, since one document between is not relevant.",
        { ranking = [1, 1, 0, 1], with = { p1 = 0.9, p2 = 0.5 }, value = 2.305 }],
    ["p1 = 0 stops at the first relevant document.", { ranking = [0, 1, 1], with = { p1 = 0, p2 = 0.5 }, value = 0.5 }],
]
*/
