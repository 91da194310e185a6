/*
name    = "RBP2"
title   = "Rank-biased precision of a user with two probabilities"
family  = "utility"
about   = """
    The rate at which a user gains relevant documents who reads on with probability p1 after a relevant document and
    p2 after any other. p1 = p2 is RBP."""
formula = """
    U / X, U = Σ rel(i) a(i), X = Σ a(i), i = 1, 2, ...; a(1) = 1, a(i + 1) = a(i) p1 if rel(i) = 1, else a(i) p2"""
range   = [0, 1]
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
select
    run,
    query_id,
    -- every document seen is followed by the next with p1 or p2, so X = 1 + p1 U + p2 (X - U);
    -- least() takes away what rounding may add
    least(utility / ((1 + ($p1 - $p2) * utility) / (1 - $p2)), 1) as value
from
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
/*
example = [
    ["The running example, tables I and II, for a user whom a relevant document keeps reading.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.556650 },
        { with = { p1 = 0.9, p2 = 0.5 } }],
    ["The same for one whom a relevant document nearly satisfies.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.594240 },
        { with = { p1 = 0.5, p2 = 0.9 } }],
    ["Both 0.8 is RBP with p = 0.8.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.452640 }],
    ["p2 = 0 stops at the first document that is not relevant: U = 1 + 1/2, X = 1 + 1/2 + 1/4.",
        { ranking = [1, 1, 0, 1], with = { p1 = 0.5, p2 = 0 }, value = 0.857143 }],
    ["p1 = 1 never stops at a relevant document: U = 1 + 1, X = 1 + 1 + (1 + 1/2 + 1/4 + ...).",
        { ranking = [1, 1, 0], missed = [1], with = { p1 = 1, p2 = 0.5 }, value = 0.5 }],
    ["Every document looked at is relevant, but for one in 10^17: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], value = 1.0000000000000000 },
        { with = { p1 = 0.0625, p2 = 0.2 } }],
]
*/
