/*
name    = "RBP_depth"
title   = "Depth that rank-biased precision needs"
family  = "utility"
about   = """
    How many documents must be judged for what lies below to weigh less than eps in RBP; the same for every ranking."""
formula = "smallest whole d > ln eps / ln p, so that p^d < eps; 1 for p = 0"
range   = [1, inf]
better  = "neither"
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.4. doi:10.1145/1416950.1416952"
papers  = ["Moffat and Zobel 2008"]
ties    = "no order changes it"

[parameters]
p   = { type = "persistence" }
eps = { type = "DOUBLE", default = 0.0001, within = "(0, 1]", about = "weight that may remain" }
*/
select
    run,
    query_id,
    -- rounded, since ln(0.001) / ln(0.1) comes out as a little less than 3; ln(0) does not exist
    coalesce(floor(round(ln($eps) / ln(nullif($p, 0)), 9)), 0) + 1 as value
from topics
/*
example = [
    ["Section 4.4: p = 0.5.", { ranking = [1], with = { p = 0.5 }, value = 14 }],
    ["p = 0.8.", { ranking = [1], value = 42 }],
    ["p = 0.95.", { ranking = [1], with = { p = 0.95 }, value = 180 }],
    ["After 2 documents exactly 0.25 is left at p = 0.5, so it takes a third.",
        { ranking = [1], with = { p = 0.5, eps = 0.25 }, value = 3 }],
    ["The same where logarithms are a little off: 0.001 is 0.1 to the third.",
        { ranking = [1], with = { p = 0.1, eps = 0.001 }, value = 4 }],
    ["p = 0 weighs the first document alone.", { ranking = [1], with = { p = 0 }, value = 1 }],
    ["0.7^3 is 0.343, and ln(0.343) / ln(0.7) comes out as 2.9999999999999996.",
        { ranking = [1], with = { p = 0.7, eps = 0.343 }, value = 4 }],
]
*/
